import type { Insertable } from 'kysely'
import { getWeekday } from '../lib/week.ts'
import { hashPassword, unmatchableHash } from '../service/auth/passwords.ts'
import { resetIdSequences } from '../service/db/dialects.ts'
import { storeBytes } from '../service/db/receiveFile.ts'
import type { Db, Schema } from '../service/db/schema.ts'
import { prepareDocument } from '../service/db/storeDocument.ts'
import { seedPassword, seedPeople } from './people.ts'
import { createSchoolDays, type SchoolDays } from './schoolDays.ts'
import {
  listRows,
  loadFile,
  readSchool,
  type SchoolData,
  type SchoolFiles,
  type SchoolLanguage,
  type SchoolRow,
  type SeedInput,
} from './schoolFiles.ts'
import { setSeedFact } from './seedFact.ts'

type SeedOptions = SeedInput & {
  /** For the salt of the passwords. Everything else is the same in every run. */
  random: (bytes: number) => Uint8Array
  /** English by default. */
  language?: SchoolLanguage
}

/**
 * Fills an empty, migrated database in one transaction (service-facts.md § The seed school's people). The
 * classes have the IDs 1 (8b), 2 (10a), 3 (6c) and 4 (empty).
 */
export async function seedSchool(
  db: Db,
  { random, language = 'en', files, documents, ...time }: SeedOptions,
): Promise<void> {
  const school = await readSchool(files, language)
  const days = createSchoolDays(school, language, time)
  // The password is public, and hashing is slow by design.
  const passwordHash = await hashPassword(seedPassword, random)
  const seedLogins = new Set<unknown>(seedPeople.map(({ login }) => login))
  const prepared = await prepareDocuments(school, files)
  const complete = (table: keyof Schema, { file, ...row }: SchoolRow): object => {
    if (table === 'users')
      return { ...row, password_hash: seedLogins.has(row.login) ? passwordHash : unmatchableHash }
    if (table !== 'documents') return row
    const { bytes: _, ...properties } = prepared.get(String(file)) ?? {}
    return { ...properties, ...row }
  }
  await db.transaction().execute(async trx => {
    for (const table of new Set(school.tables.map(({ table }) => table))) {
      const rows = listRows(school, table).map(row => complete(table, days.resolve(row)))
      await insertSeedRows(trx, table, rows)
    }
    for (const document of prepared.values()) await storeBytes(trx, documents, document, time.now)
    await insertSubstitutions(trx, school, days)
    await setSeedFact(trx, { language, now: time.now })
    await resetIdSequences(trx)
  })
}

/** By file. All are loaded at the same time, for slow networks. */
async function prepareDocuments(school: SchoolData, files: SchoolFiles) {
  const names = new Set(listRows(school, 'documents').map(({ file }) => String(file)))
  const prepared = [...names].map(async name => {
    const bytes = await loadFile(school, files, name)
    return [name, await prepareDocument({ name, bytes })] as const
  })
  return new Map(await Promise.all(prepared))
}

/** SQLite accepts 32,766 values per statement, and a document has fourteen. */
const chunkSize = 2000

/** The rows must have the columns of the table. */
export async function insertSeedRows(db: Db, table: keyof Schema, rows: readonly object[]): Promise<void> {
  for (let from = 0; from < rows.length; from += chunkSize) {
    const chunk = rows.slice(from, from + chunkSize) as Insertable<Schema['facts']>[]
    await db
      .insertInto(table as 'facts')
      .values(chunk)
      .execute()
  }
}

/** Inserts substitutions on the days that the chats mention and on the next two school days. */
export async function insertSubstitutions(
  db: Db,
  { substitutions }: SchoolData,
  { ownDay, nextDay, substitutionDays }: SchoolDays,
): Promise<void> {
  const rows = substitutionDays.flatMap(date =>
    substitutions.flatMap(({ course, weekday, since, later, item }, index) => {
      const isShown = weekday ? weekday === getWeekday(date) && !(since && date < ownDay) : date === nextDay
      if (!isShown) return []
      const teacher = later !== undefined && date > ownDay ? { teacher: later } : {}
      const body = typeof item === 'string' ? item : { id: index + 1, ...item, ...teacher }
      return { course_id: course, date, body: JSON.stringify(body) }
    }),
  )
  await insertSeedRows(db, 'representations', rows)
}
