import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readSchoolFile } from '../server/school.ts'
import { testService } from '../testing/testService.ts'
import { addCrowd } from './crowd.ts'
import { addFaults } from './faults/addFaults.ts'
import type { Bytes } from './schoolFiles.ts'
import { seedSchool } from './seedSchool.ts'

const keptIn = (folder: string) =>
  readdirSync(join(import.meta.dirname, folder)).map(name => `${folder}/${name}`)

it('are those the school shows, no more and no fewer, in each language', async () => {
  const asked = new Set<string>()
  const files = (path: string) => {
    asked.add(path)
    return readSchoolFile(path)
  }
  for (const language of ['en', 'de'] as const) {
    const { db, clock, close } = await testService({
      fill: async (db, options) => {
        await seedSchool(db, { ...options, files, language })
        await addFaults(db, { ...options, files })
      },
    })
    if (language === 'en') await addCrowd(db, { now: clock(), timeZone: 'Europe/Berlin', files })
    await close()
  }
  const kept = ['files', 'en/files', 'de/files', 'faults/files'].flatMap(keptIn)
  expect([...asked].toSorted()).toEqual(kept.toSorted())
})

const latin1 = (bytes: Bytes) => new TextDecoder('latin1').decode(bytes)

it('have in PDFs a table that points at every object', async () => {
  const pdfs = ['files', 'en/files', 'de/files', 'faults/files']
    .flatMap(keptIn)
    .filter(path => /pdf$/.test(path))
  expect(pdfs.length).toBeGreaterThan(25)
  for (const path of pdfs) {
    const file = latin1(await readSchoolFile(path))
    const table = file.slice(Number(/startxref\n(\d+)/.exec(file)?.[1]))
    const offsets = [...table.matchAll(/^(\d{10}) 00000 n $/gm)].map(match => Number(match[1]))
    expect([path, offsets.length > 4]).toEqual([path, true])
    const starts = offsets.map(offset => Number.parseInt(file.slice(offset, offset + 9), 10))
    expect([path, starts]).toEqual([path, offsets.map((_, index) => index + 1)])
  }
})
