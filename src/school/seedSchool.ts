import { dayOf } from '../lib/schoolTime.ts'
import type { Db } from '../service/db/schema.ts'
import { fillSeedChats } from './chats/renewChats.ts'
import { createDraw } from './draw.ts'
import { fillSeedFiles } from './files/renewFiles.ts'
import { fillClasses } from './fillClasses.ts'
import { fillPeople } from './fillPeople.ts'
import type { Photos } from './photos.ts'
import { fillSeedHomework } from './renewHomework.ts'
import { fillSeedDays } from './renewSeedDays.ts'
import { rememberLanguage, type SchoolLanguage, seedSchoolId } from './schoolKind.ts'
import { textsOf } from './texts/textsOf.ts'

export type SeedOptions = {
  /** Unix milliseconds; the school is made for this day. */
  now: number
  /** The school's, IANA name. */
  timeZone: string
  /** Crypto-grade, for the salt of the passwords only: everything else is the same in every run. */
  random: (bytes: number) => Uint8Array
  /** The photos of pupils' work, of walls and boards. */
  photos: Photos
  /** In which everything in it is written; English unless told. */
  language?: SchoolLanguage
  /** With a class of a thousand pupils who all handed in, as class 5, its 50,000 files, and a chat of 50,000 messages. */
  crowd?: boolean
  /**
   * With what goes wrong: the records of faultClasses.ts, faultHomework.ts, faultChats.ts and faultFolders.ts, and what is
   * odd (oddSchool.ts, `oddHandIn`), in classes of their own: the ordinary ones are as ever. For tests, and for who asks.
   */
  faults?: boolean
}

/**
 * Fills an empty, migrated database with the demo school (service-facts.md § The seed school's people), in one
 * transaction: three classes of 28, a timetable, a holiday soon, substitutions of every kind on the next two school days,
 * homework past, due and coming with submissions in every state, chats with weeks of talk, class files,
 * what was taught, and news. On a new database the classes are 1 (8b), 2 (10a), 3 (6c) and 4 (empty).
 */
export async function seedSchool(
  db: Db,
  { now, timeZone, random, photos, language = 'en', crowd = false, faults = false }: SeedOptions,
): Promise<void> {
  const today = dayOf(now, timeZone)
  const kind = { language, faults }
  await db.transaction().execute(async trx => {
    const people = await fillPeople(trx, { now, draw: createDraw(8), random })
    const filling = { now, timeZone, photos, people, crowd, kind }
    await rememberLanguage(trx, language)
    const unitIds = await fillHours(trx, language)
    await fillClasses(trx, { now, people, unitIds, kind })
    await fillSeedHomework(trx, filling)
    await fillSeedChats(trx, filling)
    await fillSeedFiles(trx, filling)
    await fillSeedDays(trx, today, kind)
  })
}

/** Answers the id of each hour by its position; breaks have none. */
async function fillHours(db: Db, language: SchoolLanguage): Promise<Map<number, number>> {
  const texts = textsOf(language)
  const ids = new Map<number, number>()
  for (const hour of seedHours) {
    const { id } = await db
      .insertInto('units')
      .values({
        ...hour,
        text: hour.text === 'break' || hour.text === 'lunch' ? texts[hour.text] : hour.text,
        school_id: seedSchoolId,
        is_break: hour.position === null ? 1 : 0,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (hour.position !== null) ids.set(hour.position, id)
  }
  return ids
}

/** An hour or break of the school day; `position` is null for a break. */
type SeedHour = { position: number | null; start_time: string; end_time: string; text: string }

const hour = (position: number, start_time: string, end_time: string): SeedHour => ({
  position,
  start_time,
  end_time,
  text: String(position),
})
const pause = (text: 'break' | 'lunch', start_time: string, end_time: string): SeedHour => ({
  position: null,
  start_time,
  end_time,
  text,
})

/**
 * The school's bells; breaks are `break` or `lunch` of the school's texts. Only the oldest pupils ever see hours 9 and
 * 10.
 */
const seedHours: readonly SeedHour[] = [
  hour(1, '08:00', '08:45'),
  hour(2, '08:50', '09:35'),
  pause('break', '09:35', '09:55'),
  hour(3, '09:55', '10:40'),
  hour(4, '10:45', '11:30'),
  pause('break', '11:30', '11:50'),
  hour(5, '11:50', '12:35'),
  hour(6, '12:40', '13:25'),
  pause('lunch', '13:25', '14:10'),
  hour(7, '14:10', '14:55'),
  hour(8, '15:00', '15:45'),
  hour(9, '15:50', '16:35'),
  hour(10, '16:40', '17:25'),
]
