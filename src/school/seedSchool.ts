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
import { cacheFiles, type SeedInput } from './schoolFiles.ts'
import { languageFact, type SchoolLanguage, setFact } from './schoolKind.ts'

export type SeedOptions = SeedInput & {
  /** For the salt of the passwords. Everything else is the same in every run. */
  random: (bytes: number) => Uint8Array
  /** English by default. */
  language?: SchoolLanguage
  /** A class of 1,000 pupils with 50,000 files, and a chat of 50,000 messages. */
  crowd?: boolean
}

/**
 * Fills an empty, migrated database in one transaction (service-facts.md § The seed school's people). The
 * classes have the IDs 1 (8b), 2 (10a), 3 (6c) and 4 (empty).
 */
export async function seedSchool(
  db: Db,
  { random, language = 'en', crowd = false, ...input }: SeedOptions,
): Promise<void> {
  await db.transaction().execute(async trx => {
    const people = await fillPeople(trx, { now: input.now, draw: createDraw(8), random })
    const context = { ...input, files: cacheFiles(input.files), people, language }
    await setFact(trx, languageFact, language)
    const unitIds = await fillHours(trx, language)
    await fillClasses(trx, { ...context, unitIds })
    await fillSeedHomework(trx, context)
    await fillSeedChats(trx, context)
    await fillSeedFiles(trx, context)
    await fillSeedDays(trx, context)
    if (crowd) await addCrowd(trx, input)
    await resetIdSequences(trx)
  })
}
