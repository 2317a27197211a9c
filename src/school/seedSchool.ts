import { dayOf } from '../lib/schoolTime.ts'
import type { Db } from '../service/db/schema.ts'
import { fillSeedChats } from './chats/fillChats.ts'
import { createDraw } from './draw.ts'
import { fillClasses } from './fillClasses.ts'
import { fillSeedFiles } from './fillFiles.ts'
import { fillSeedHomework } from './fillHomework.ts'
import { fillPeople } from './fillPeople.ts'
import seedHours from './hours.json' with { type: 'json' }
import { fillSeedDays } from './renewSeedDays.ts'
import type { SchoolFiles } from './schoolFiles.ts'
import { rememberLanguage, type SchoolLanguage, seedSchoolId } from './schoolKind.ts'
import { textsOf } from './schoolTexts.ts'

export type SeedOptions = {
  /** Unix milliseconds; the school is made for this day. */
  now: number
  /** The school's, IANA name. */
  timeZone: string
  /** Crypto-grade, for the salt of the passwords only: everything else is the same in every run. */
  random: (bytes: number) => Uint8Array
  /** Photos of pupils' work, sheets, sounds: what is kept beside the program. */
  files: SchoolFiles
  /** In which everything in it is written; English unless told. */
  language?: SchoolLanguage
  /** With a class of a thousand pupils who all handed in, as class 5, its 50,000 files, and a chat of 50,000 messages. */
  crowd?: boolean
}

/**
 * Fills an empty, migrated database with the demo school (service-facts.md § The seed school's people), in one
 * transaction: three classes of 28, a timetable, a holiday soon, substitutions of every kind on the next two school days,
 * homework past, due and coming with submissions in every state, chats with weeks of talk, class files,
 * what was taught, and news. On a new database the classes are 1 (8b), 2 (10a), 3 (6c) and 4 (empty).
 */
export async function seedSchool(
  db: Db,
  { now, timeZone, random, files, language = 'en', crowd = false }: SeedOptions,
): Promise<void> {
  const today = dayOf(now, timeZone)
  const kind = { language }
  await db.transaction().execute(async trx => {
    const people = await fillPeople(trx, { now, draw: createDraw(8), random })
    const filling = { now, timeZone, files, people, crowd, kind }
    await rememberLanguage(trx, language)
    const unitIds = await fillHours(trx, language)
    await fillClasses(trx, { now, people, unitIds, kind })
    await fillSeedHomework(trx, filling)
    await fillSeedChats(trx, filling)
    await fillSeedFiles(trx, filling)
    await fillSeedDays(trx, today, kind)
  })
}

/** The school's bells: an hour by its number, or a break. Only the oldest pupils ever see hours 9 and 10. */
type SeedHour = { hour?: number; break?: 'break' | 'lunch'; from: string; to: string }
const hours = seedHours as SeedHour[]

/** Answers the id of each hour by its position; breaks have none. */
async function fillHours(db: Db, language: SchoolLanguage): Promise<Map<number, number>> {
  const texts = textsOf(language)
  const ids = new Map<number, number>()
  for (const { hour: position = null, break: pause, from: start_time, to: end_time } of hours) {
    const { id } = await db
      .insertInto('units')
      .values({
        ...{ position, start_time, end_time, school_id: seedSchoolId },
        text: pause ? texts[pause] : String(position),
        is_break: pause ? 1 : 0,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (position !== null) ids.set(position, id)
  }
  return ids
}
