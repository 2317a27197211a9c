import type { Db } from '../service/db/schema.ts'

/** Language of the made-up school: its subjects, homework, messages and files. */
export type SchoolLanguage = 'en' | 'de'

/** `now` is in Unix ms, `timeZone` is the IANA name of the school's time zone. */
export type When = { now: number; timeZone: string }

/** Returns a fact that the made-up school has stored about itself under this name. */
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

/** Returns the language of the school. Schools of earlier releases have no such fact and are English. */
export const languageOf = async (db: Db): Promise<SchoolLanguage> =>
  (await noted(db, languageNote)) === 'de' ? 'de' : 'en'

/** ID of the only school. */
export const seedSchoolId = 1
