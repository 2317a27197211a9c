import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { addCrowd } from '../school/crowd.ts'
import { addFaults } from '../school/faults/addFaults.ts'
import { seedPassword, seedPeople } from '../school/people.ts'
import { renewSeedDays } from '../school/renewSeedDays.ts'
import type { SchoolFiles } from '../school/schoolFiles.ts'
import { type SeedOptions, seedSchool } from '../school/seedSchool.ts'
import { hashPassword, verifyPassword } from '../service/auth/passwords.ts'
import type { Db } from '../service/db/schema.ts'
import { isLocalAddress } from './addresses.ts'
import { StartError } from './StartError.ts'
import { isLoopback, type Settings } from './settings.ts'

/** What is in the school after the start. `firstPassword` is told this once: of `admin` in a new, empty school. */
export type SchoolState = { hasSeedPeople: boolean; firstPassword?: string }

type Tools = { clock: () => number; random: (bytes: number) => Uint8Array }

/**
 * Fills a new database with the seed school, or with one teacher `admin` for `--empty`. Throws `StartError` where the
 * seed school's public passwords would be reachable from other machines, before anything is written.
 */
export async function prepareSchool(db: Db, settings: Settings, tools: Tools): Promise<SchoolState> {
  const isNew = await isEmpty(db)
  const hasSeedPeople = isNew ? !settings.empty : await someSeedPasswordFits(db)
  const { host, publicUrl } = settings
  const isPublished = publicUrl !== null && !isLocalAddress(publicUrl)
  if (hasSeedPeople && (!isLoopback(host) || isPublished)) {
    const [what, instead] = isPublished
      ? [`PUBLIC_URL is ${publicUrl}`, 'leave it out']
      : [`HOST is ${host}`, 'listen on 127.0.0.1']
    throw new StartError([
      `${what}, but the demo school's passwords are public: ${instead}. Other machines need a service of their own school, named by SERVICE_URL.`,
    ])
  }
  if (isNew && settings.empty) return { hasSeedPeople, firstPassword: await addAdmin(db, tools) }
  const when = { now: tools.clock(), timeZone: settings.timeZone, files: readSchoolFile }
  const { schoolLanguage: language, crowd, faults } = settings
  if (isNew) await fill(db, { ...when, random: tools.random, language, crowd, faults })
  else if (hasSeedPeople) {
    await renewSeedDays(db, when)
    if (crowd) await db.transaction().execute(trx => addCrowd(trx, when))
    if (faults) await db.transaction().execute(trx => addFaults(trx, when))
  }
  return { hasSeedPeople }
}

const isEmpty = async (db: Db) =>
  (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) === undefined

async function fill(db: Db, options: SeedOptions): Promise<void> {
  try {
    await seedSchool(db, options)
  } catch (cause) {
    // Another start on this folder was quicker: the school is there, whole, since it is filled in one transaction.
    if (!(await isEmpty(db))) return
    throw new StartError(
      ['The school could not be filled; when another start on this DATA_DIR is doing so, start again.'],
      cause,
    )
  }
}

async function someSeedPasswordFits(db: Db): Promise<boolean> {
  const logins = seedPeople.map(person => person.login)
  const users = await db.selectFrom('users').select('password_hash').where('login', 'in', logins).execute()
  for (const user of users) if (await verifyPassword(seedPassword, user.password_hash)) return true
  return false
}

async function addAdmin(db: Db, { clock, random }: Tools): Promise<string> {
  const password = randomBytes(12).toString('base64url')
  const now = new Date(clock()).toISOString()
  await db
    .insertInto('users')
    .values({
      login: 'admin',
      password_hash: await hashPassword(password, random),
      name: 'Administrator',
      is_teacher: 1,
      birthday: null,
      registered_at: now,
      last_seen_at: now,
    })
    .execute()
  return password
}

const folder = join(import.meta.dirname, '../school')

/** What is kept for the made-up school, from the files of the program. */
export const readSchoolFile: SchoolFiles = async path => new Uint8Array(await readFile(join(folder, path)))
