import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ChunkLoadError, loadChunk } from './loadChunk.ts'

it('loadChunk retries once and then throws ChunkLoadError', async () => {
  const loads = [() => Promise.reject(new TypeError('gone')), () => Promise.resolve('part')]
  await expect(loadChunk(() => (loads.shift() as () => Promise<string>)())).resolves.toBe('part')
  await expect(loadChunk(() => Promise.reject(new TypeError('gone')))).rejects.toBeInstanceOf(ChunkLoadError)
})

/**
 * Functions that load through `loadChunk`, or prefetch and ignore a failure. The pattern does not cross an
 * empty line.
 */
const loaders =
  /\b(?:loadChunk|lazyComponent|loadWithTexts|screen|allSettled)(?:<[^>]*>)?\((?:(?!\n\n)[^;])*$/
/** `texts.ts` and `app/routes.tsx` load these through `loadChunk`. Development tools are exempt. */
const exempt = /^(?:i18n\/(?:en|de|dictionaries)|features\/\w+\/routes|app\/screenRoutes)\.ts$/
const devtools = /@tanstack\/react-query-devtools/

it('every dynamic import is loaded through loadChunk', () => {
  const src = join(import.meta.dirname, '..')
  const files = globSync('{api,app,demo,features,i18n,delivery,session,ui}/**/*.{ts,tsx}', { cwd: src })
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
