import { resetIdSequences } from '../service/db/dialects.ts'
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

/** Options of seedSchool. The school is created for the day of `now`, from files that are stored with the program. */
export type SeedOptions = Making & {
  /** Cryptographically secure random bytes for the salt of the passwords. Everything else is the same in every run. */
  random: (bytes: number) => Uint8Array
  /** Language of all data, by default English. */
  language?: SchoolLanguage
  /** Whether to add class 5 of 1,000 pupils with 50,000 files, and a chat of 50,000 messages. */
  crowd?: boolean
}

/**
 * Inserts the made-up school into an empty, migrated database, in one transaction (service-facts.md § The seed school's
 * people). It has three classes of 28, a timetable, a holiday soon, and substitutions of every kind on the next two
 * school days. It has homework with submissions in every state, chats of several weeks, class files, lesson contents
 * and news. In a new database the classes are 1 (8b), 2 (10a), 3 (6c) and 4 (empty).
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
    await resetIdSequences(trx)
  })
}
