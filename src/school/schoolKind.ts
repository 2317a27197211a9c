import type { Db } from '../service/db/schema.ts'

/** The language in which the made-up school speaks: its subjects, homework, talk and files. */
export type SchoolLanguage = 'en' | 'de'

/** What a made-up school is like. */
export type SchoolKind = { language: SchoolLanguage }

const fact = 'school_language'

/** What the school in a database is like. Before there was a choice, it spoke English. */
export async function kindOf(db: Db): Promise<SchoolKind> {
  const row = await db.selectFrom('facts').select('value').where('name', '=', fact).executeTakeFirst()
  return { language: row?.value === 'de' ? 'de' : 'en' }
}

export async function rememberLanguage(db: Db, language: SchoolLanguage): Promise<void> {
  await db.insertInto('facts').values({ name: fact, value: language }).execute()
}

/** No class below this number is one of faults/faults.ts. */
export const firstFaultClass = 9000

/** Whether a made-up school has what `addFaults` adds, so that its service is one `withFaults`. */
export async function hasFaults(db: Db): Promise<boolean> {
  const faulty = db.selectFrom('courses').select('id').where('id', '>=', firstFaultClass)
  return (await faulty.limit(1).executeTakeFirst()) !== undefined
}

/** The only school there is. */
export const seedSchoolId = 1
