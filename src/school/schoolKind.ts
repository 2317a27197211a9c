import type { Db } from '../service/db/schema.ts'

/** The language in which the made-up school speaks: its subjects, homework, talk and files. */
export type SchoolLanguage = 'en' | 'de'

/** `now` in Unix milliseconds, the school's time zone by its IANA name. */
export type When = { now: number; timeZone: string }

/** What the school notes of itself under this name. */
export async function noted(db: Db, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('facts').select('value').where('name', '=', name).executeTakeFirst()
  return row?.value
}

export async function note(db: Db, name: string, value: string): Promise<void> {
  await db
    .insertInto('facts')
    .values({ name, value })
    .onConflict(conflict => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

export const languageNote = 'school_language'

/** Before there was a choice, the school in a database spoke English. */
export const languageOf = async (db: Db): Promise<SchoolLanguage> =>
  (await noted(db, languageNote)) === 'de' ? 'de' : 'en'

/** No class below this number is one of faults/faults.ts. */
export const firstFaultClass = 9000

/** Whether a made-up school has what `addFaults` adds, so that its service is one `withFaults`. */
export async function hasFaults(db: Db): Promise<boolean> {
  const faulty = db.selectFrom('courses').select('id').where('id', '>=', firstFaultClass)
  return (await faulty.limit(1).executeTakeFirst()) !== undefined
}

/** The only school there is. */
export const seedSchoolId = 1
