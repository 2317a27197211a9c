import type { Db } from '../service/db/schema.ts'

/** The language in which the made-up school speaks: its subjects, homework, talk and files. */
export type SchoolLanguage = 'en' | 'de'

/** What a made-up school is like; `faults`: with the classes, chats, folders and rows that bring out what goes wrong. */
export type SchoolKind = { language: SchoolLanguage; faults: boolean }

const fact = 'school_language'

/** What the school in a database is like. Before there was a choice, it spoke English. */
export async function kindOf(db: Db): Promise<SchoolKind> {
  const row = await db.selectFrom('facts').select('value').where('name', '=', fact).executeTakeFirst()
  const fault = await db.selectFrom('faults').select('course_id').limit(1).executeTakeFirst()
  return { language: row?.value === 'de' ? 'de' : 'en', faults: fault !== undefined }
}

export async function rememberLanguage(db: Db, language: SchoolLanguage): Promise<void> {
  await db.insertInto('facts').values({ name: fact, value: language }).execute()
}

/** The only school there is. */
export const seedSchoolId = 1
