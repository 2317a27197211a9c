import type { Db } from '../service/db/schema.ts'
import type { SchoolLanguage } from './schoolFiles.ts'

/** Language, and time of the creation or last renewal in Unix ms. Other schools lack it. */
type SeedFact = { language: SchoolLanguage; now: number }

const name = 'made_up_school'

export async function getSeedFact(db: Db): Promise<SeedFact | undefined> {
  const row = await db.selectFrom('facts').select('value').where('name', '=', name).executeTakeFirst()
  const [language, now] = row?.value.split(' ') ?? []
  return row && { language: language === 'de' ? 'de' : 'en', now: Number(now) }
}

export async function setSeedFact(db: Db, { language, now }: SeedFact): Promise<void> {
  const value = `${language} ${now}`
  await db
    .insertInto('facts')
    .values({ name, value })
    .onConflict(conflict => conflict.column('name').doUpdateSet({ value }))
    .execute()
}
