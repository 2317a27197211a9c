import type { Db } from '../service/db/schema.ts'

export type SchoolLanguage = 'en' | 'de'

/** `now` is in Unix ms, `timeZone` an IANA name. */
export type SchoolTime = { now: number; timeZone: string }

export async function getFact(db: Db, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('facts').select('value').where('name', '=', name).executeTakeFirst()
  return row?.value
}

export async function setFact(db: Db, name: string, value: string): Promise<void> {
  await db
    .insertInto('facts')
    .values({ name, value })
    .onConflict(conflict => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

export const languageFact = 'school_language'

/** Schools of earlier releases lack the fact and are English. */
export const getSchoolLanguage = async (db: Db): Promise<SchoolLanguage> =>
  (await getFact(db, languageFact)) === 'de' ? 'de' : 'en'

export const seedSchoolId = 1
