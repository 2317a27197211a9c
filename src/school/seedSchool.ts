import { countOnFromRows } from '../service/db/dialects.ts'
import type { Db } from '../service/db/schema.ts'
import { fillSeedChats } from './chats/fillChats.ts'
import { addCrowd } from './crowd.ts'
import { createDraw } from './draw.ts'
import { fillClasses, fillHours } from './fillClasses.ts'
import { fillSeedFiles } from './fillFiles.ts'
import { fillSeedHomework } from './fillHomework.ts'
import { fillPeople } from './fillPeople.ts'
import { fillSeedDays } from './renewSeedDays.ts'
import { type Making, readOnce } from './schoolFiles.ts'
import { languageNote, note, type SchoolLanguage } from './schoolKind.ts'

/** The school is made for the day of `now`, of photos of pupils' work, sheets, sounds that are kept beside the program. */
export type SeedOptions = Making & {
  /** Crypto-grade, for the salt of the passwords only: everything else is the same in every run. */
  random: (bytes: number) => Uint8Array
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
  { random, language = 'en', crowd = false, ...making }: SeedOptions,
): Promise<void> {
  await db.transaction().execute(async trx => {
    const people = await fillPeople(trx, { now: making.now, draw: createDraw(8), random })
    const filling = { ...making, files: readOnce(making.files), people, language }
    await note(trx, languageNote, language)
    const unitIds = await fillHours(trx, language)
    await fillClasses(trx, { ...filling, unitIds })
    await fillSeedHomework(trx, filling)
    await fillSeedChats(trx, filling)
    await fillSeedFiles(trx, filling)
    await fillSeedDays(trx, filling)
    if (crowd) await addCrowd(trx, making)
    await countOnFromRows(trx)
  })
}
