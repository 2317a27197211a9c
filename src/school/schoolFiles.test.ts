import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readSchoolFile } from '../server/school.ts'
import { testService } from '../testing/testService.ts'
import { createPdf } from './createPdf.ts'
import { type Bytes, readSchool } from './schoolFiles.ts'
import { seedSchool } from './seedSchool.ts'

const listFiles = (folder: string) =>
  readdirSync(join(import.meta.dirname, folder)).map(name => `${folder}/${name}`)

it('are exactly the stored files that the school uses, in all languages', async () => {
  const readPaths = new Set<string>()
  const files = (path: string) => {
    readPaths.add(path)
    return readSchoolFile(path)
  }
  for (const language of ['en', 'de'] as const) {
    const { close } = await testService({
      fill: async (db, options) => {
        await seedSchool(db, { ...options, files, language })
      },
    })
    await close()
  }
  const storedPaths = ['files', 'en', 'de'].flatMap(listFiles)
  expect([...readPaths].toSorted()).toEqual(storedPaths.toSorted())
})

const latin1 = (bytes: Bytes) => new TextDecoder('latin1').decode(bytes)

it('have a cross-reference table for every object in each PDF', async () => {
  const stored = ['files', 'en', 'de'].flatMap(listFiles)
  const pdfs = stored
    .filter(path => /pdf$/.test(path))
    .map(async path => [path, await readSchoolFile(path)] as const)
  const schools = [await readSchool(readSchoolFile, 'en'), await readSchool(readSchoolFile, 'de')]
  const sheets = schools.flatMap(school =>
    Object.entries(school.sheets).map(([name, pages]) => [name, createPdf(pages)] as const),
  )
  expect(sheets.length).toBeGreaterThan(50)
  for (const [path, bytes] of await Promise.all([...pdfs, ...sheets])) {
    const file = latin1(bytes)
    const table = file.slice(Number(/startxref\n(\d+)/.exec(file)?.[1]))
    const offsets = [...table.matchAll(/^(\d{10}) 00000 n $/gm)].map(match => Number(match[1]))
    expect([path, offsets.length > 4]).toEqual([path, true])
    const starts = offsets.map(offset => Number.parseInt(file.slice(offset, offset + 9), 10))
    expect([path, starts]).toEqual([path, offsets.map((_, index) => index + 1)])
  }
})

it('encode every character of a sheet for its fonts, or throw', () => {
  const file = latin1(createPdf([['Brüche (S. 42)', '“a\\b” – 4 €']]))
  expect(file).toContain('(Br\u00fcche \\(S. 42\\)) Tj')
  // As PDF viewers do, the decoder reads Windows-1252.
  expect(file).toContain('(“a\\\\b” – 4 €) Tj')
  expect(() => createPdf([['½ 本']])).toThrow('The fonts of a sheet lack the character 本')
})
