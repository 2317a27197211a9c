import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ChunkMissing, lazyChunk } from './lazyChunk.ts'

it('lazyChunk retries once and then throws ChunkMissing', async () => {
  const loads = [() => Promise.reject(new TypeError('gone')), () => Promise.resolve('part')]
  await expect(lazyChunk(() => (loads.shift() as () => Promise<string>)())).resolves.toBe('part')
  await expect(lazyChunk(() => Promise.reject(new TypeError('gone')))).rejects.toBeInstanceOf(ChunkMissing)
})

/**
 * Functions that load through `lazyChunk`, or that prefetch and ignore a failure. The pattern does not cross an empty
 * line.
 */
const loaders = /\b(?:lazyChunk|latePart|withTexts|screen|allSettled)(?:<[^>]*>)?\((?:(?!\n\n)[^;])*$/
/** Files whose imports `texts.ts` and `app/routes.tsx` load through `lazyChunk`. Development tools are exempt, too. */
const exempt = /^(?:i18n\/(?:en|de|dictionaries)|features\/\w+\/routes|app\/screenRoutes)\.ts$/
const devtools = /@tanstack\/react-query-devtools/

it('every dynamic import is loaded through lazyChunk', () => {
  const src = join(import.meta.dirname, '..')
  const files = globSync('{api,app,demo,features,i18n,outbox,session,ui}/**/*.{ts,tsx}', { cwd: src })
  const bare = [...files, 'main.tsx']
    .filter(path => !path.includes('.test.') && !exempt.test(path))
    .flatMap(path => {
      const text = readFileSync(join(src, path), 'utf8')
      return [...text.matchAll(/(?<!typeof )\bimport\('(.+?)'\)/g)]
        .filter(
          ({ index, 1: name = '' }) =>
            !devtools.test(name) && !loaders.test(text.slice(0, index).slice(-600)),
        )
        .map(({ 1: name }) => `${path}: ${name}`)
    })
  expect(bare).toEqual([])
})
