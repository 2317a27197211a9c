import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ChunkMissing, lazyChunk } from './lazyChunk.ts'

it('tries a second time, and then reports a missing part of the app', async () => {
  const loads = [() => Promise.reject(new TypeError('gone')), () => Promise.resolve('part')]
  await expect(lazyChunk(() => (loads.shift() as () => Promise<string>)())).resolves.toBe('part')
  await expect(lazyChunk(() => Promise.reject(new TypeError('gone')))).rejects.toBeInstanceOf(ChunkMissing)
})

/** Functions that load through `lazyChunk`, or that fetch ahead and ignore a failure. No empty line may be between. */
const loaders = /\b(?:lazyChunk|latePart|withTexts|screen|allSettled)(?:<[^>]*>)?\((?:(?!\n\n)[^;])*$/
/** The dictionaries, which `texts.ts` loads through `lazyChunk`, and the tools of development. */
const exempt = /^i18n\/(?:en|de|dictionaries)\.ts$/
const devtools = /@tanstack\/react-query-devtools/

it('every part of the app is loaded by lazyChunk', () => {
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
