import { dayOf } from '../../lib/schoolTime.ts'
import type { Db } from '../store/schema.ts'
import { fillSeedChats } from './chats/renewChats.ts'
import { createDraw } from './draw.ts'
import { fillSeedFiles } from './files/renewFiles.ts'
import { fillClasses } from './fillClasses.ts'
import { fillPeople } from './fillPeople.ts'
import { seedHours } from './hours.ts'
import { fillSeedHomework } from './renewHomework.ts'
import { fillSeedDays } from './renewSeedDays.ts'
import { seedSchoolId } from './seedSchoolId.ts'

export type SeedOptions = {
  /** Unix milliseconds; the school is made for this day. */
  now: number
  /** The school's, IANA name. */
  timeZone: string
  /** Crypto-grade, for the salt of the passwords only: everything else is the same in every run. */
  random: (bytes: number) => Uint8Array
  /** With a class of a thousand pupils who all handed in, as class 5, its 50,000 files, and a chat of 50,000 messages. */
  crowd?: boolean
}

/**
 * Fills an empty, migrated database with the demo school (service-facts.md § The seed school's people), in one
 * transaction: three classes of 28, a timetable, a holiday soon, substitutions of every kind on the next two school days,
 * homework past, due and coming with submissions in every state, chats with weeks of talk, class files,
 * what was taught, news, and the special records of faultClasses.ts, faultHomework.ts, faultChats.ts and faultFolders.ts. On a new database the classes are 1 (8b), 2 (10a), 3 (6c) and 4
 * (empty).
 */
export async function seedSchool(
  db: Db,
  { now, timeZone, random, crowd = false }: SeedOptions,
): Promise<void> {
  const today = dayOf(now, timeZone)
  await db.transaction().execute(async trx => {
    const people = await fillPeople(trx, { now, draw: createDraw(8), random })
    const unitIds = await fillHours(trx)
    await fillClasses(trx, { now, people, unitIds })
    await fillSeedHomework(trx, { now, timeZone, people, crowd })
    await fillSeedChats(trx, { now, timeZone, people, crowd })
    await fillSeedFiles(trx, { now, timeZone, people, crowd })
    await fillSeedDays(trx, today)
  })
}

/** Answers the id of each hour by its position; breaks have none. */
async function fillHours(db: Db): Promise<Map<number, number>> {
  const ids = new Map<number, number>()
  for (const hour of seedHours) {
    const { id } = await db
      .insertInto('units')
      .values({ ...hour, school_id: seedSchoolId, is_break: hour.position === null ? 1 : 0 })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (hour.position !== null) ids.set(hour.position, id)
  }
  return ids
}
