import { dayOf } from '../lib/schoolTime.ts'
import type { Db } from '../service/db/schema.ts'
import { addMissingChats, moveChats } from './chats/fillChats.ts'
import { addMissingFiles } from './fillFiles.ts'
import { addMissingHomework, moveHomework } from './fillHomework.ts'
import { fillSubstitutions } from './fillSubstitutions.ts'
import { seedHolidays } from './schoolDays.ts'
import type { SchoolFiles } from './schoolFiles.ts'
import { kindOf, type SchoolKind, seedSchoolId } from './schoolKind.ts'

const fact = 'seeded_for'

/**
 * Makes the days around `now` of a seed school: holidays and substitutions, in place of those there are, homework that
 * is due and chats of now. Does nothing to a school that is nobody's seed, nor twice on one day; a host calls it at
 * every start, so that a school kept for weeks, or from an older release, still has something to show today.
 */
export async function renewSeedDays(
  db: Db,
  when: { now: number; timeZone: string; files: SchoolFiles },
): Promise<void> {
  const today = dayOf(when.now, when.timeZone)
  await db.transaction().execute(async trx => {
    const seeded = await trx.selectFrom('facts').select('value').where('name', '=', fact).executeTakeFirst()
    if (!seeded) return
    await addMissingHomework(trx, when)
    await addMissingChats(trx, when)
    await addMissingFiles(trx, when)
    if (seeded.value === today) return
    await trx.deleteFrom('holidays').where('school_id', '=', seedSchoolId).execute()
    await trx.deleteFrom('representations').execute()
    await fillDays(trx, today, await kindOf(trx))
    await moveHomework(trx, when)
    await moveChats(trx, when)
    await trx.updateTable('facts').set({ value: today }).where('name', '=', fact).execute()
  })
}

/** The days of a new seed school. `today` is the school's. */
export async function fillSeedDays(db: Db, today: string, kind: SchoolKind): Promise<void> {
  await fillDays(db, today, kind)
  await db.insertInto('facts').values({ name: fact, value: today }).execute()
}

async function fillDays(db: Db, today: string, kind: SchoolKind): Promise<void> {
  const holidays = seedHolidays(today, kind.language).map(holiday => ({
    ...holiday,
    school_id: seedSchoolId,
  }))
  await db.insertInto('holidays').values(holidays).execute()
  await fillSubstitutions(db, today, kind)
}

/** Whether the seed school, with its public passwords, is in a database. */
export async function hasSeedSchool(db: Db): Promise<boolean> {
  return (
    (await db.selectFrom('facts').select('value').where('name', '=', fact).executeTakeFirst()) !== undefined
  )
}
