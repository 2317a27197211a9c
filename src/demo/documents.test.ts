import { Kysely } from 'kysely'
import { expect, it } from 'vitest'
import { seedSchool } from '../school/seedSchool.ts'
import { readSchoolFile } from '../server/school.ts'
import { migrate } from '../service/db/migrations.ts'
import type { Schema } from '../service/db/schema.ts'
import { loadSqlite } from './openBrowserSchool.ts'
import { openWasmDatabase } from './wasmDatabase.ts'

it('the image contains the documents of the made-up school byte by byte', async () => {
  const sqlite3 = await loadSqlite()
  const database = openWasmDatabase(sqlite3)
  const db = new Kysely<Schema>({ dialect: database.dialect })
  await migrate(db)
  const random = (bytes: number) => new Uint8Array(bytes).fill(1)
  await seedSchool(db, {
    now: Date.parse('2026-11-18T09:20:00Z'),
    timeZone: 'Europe/Berlin',
    random,
    files: readSchoolFile,
  })
  const copy = openWasmDatabase(sqlite3, database.image())
  const copyDb = new Kysely<Schema>({ dialect: copy.dialect })
  const rows = await copyDb
    .selectFrom('documents')
    .innerJoin('document_contents', 'document_contents.document_id', 'documents.id')
    .select(['documents.size', 'documents.sha1', 'document_contents.bytes'])
    .execute()
  expect(rows.length).toBeGreaterThan(40)
  for (const { size, sha1, bytes } of rows) {
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-1', new Uint8Array(bytes)))
    const hex = Array.from(digest, byte => byte.toString(16).padStart(2, '0')).join('')
    expect([bytes.byteLength, hex]).toEqual([size, sha1])
  }
  await copyDb.destroy()
  await db.destroy()
})
