import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SeedPerson } from '../school/people.ts'
import type { SchoolFiles, SeedInput } from '../school/schoolFiles.ts'
import type { Service } from '../service/app.ts'
import { hashPassword, verifyPassword } from '../service/auth/passwords.ts'
import { resetIdSequences } from '../service/db/dialects.ts'
import type { DocumentStore } from '../service/db/documentStore.ts'
import type { Db } from '../service/db/schema.ts'
import { StartError } from './StartError.ts'
import { isLocalAddress, isLoopback, type Settings } from './settings.ts'

export type SchoolState = {
  seedPeople: readonly SeedPerson[]
  /** Password of `admin` in a new, empty school. */
  firstPassword?: string
}

/** For tests. */
export type SchoolExtension = {
  fill: (db: Db, making: SeedInput) => Promise<void>
  wrap?: (service: Service, school: { db: Db; clock: () => number; timeZone: string }) => Service
}

type SchoolContext = {
  clock: () => number
  documents: DocumentStore
  random: (bytes: number) => Uint8Array
  extension?: SchoolExtension | undefined
}

/** Throws `StartError` before any write if other machines could use the public passwords. */
export async function prepareSchool(
  db: Db,
  settings: Settings,
  context: SchoolContext,
): Promise<SchoolState> {
  const otherSchool: SchoolState = { seedPeople: [] }
  const isNew = await isEmpty(db)
  if (isNew && settings.empty) return { ...otherSchool, firstPassword: await addAdmin(db, context) }
  if (!isNew && !(await isSeedSchool(db))) return otherSchool
  requireLocalAddress(settings)
  const { documents } = context
  const seedOptions = { now: context.clock(), timeZone: settings.timeZone, files: readSchoolFile, documents }
  if (isNew) {
    const { seedSchool } = await import('../school/seedSchool.ts')
    await seedSchool(db, { ...seedOptions, random: context.random, language: settings.schoolLanguage })
  } else await (await import('../school/renewSeedDays.ts')).renewSeedDays(db, seedOptions)
  await context.extension?.fill(db, seedOptions)
  await resetIdSequences(db)
  const { seedPeople } = await import('../school/people.ts')
  return { seedPeople }
}

/** Throws `StartError` for a new made-up school, before anything is written. */
export function requireLocalNewSchool(settings: Settings): void {
  const { foreign, database, empty, dataDirectory } = settings
  if (foreign || database || empty || existsSync(join(dataDirectory, 'staffroom.sqlite'))) return
  requireLocalAddress(settings)
}

function requireLocalAddress({ host, publicUrl }: Settings): void {
  const isPublished = publicUrl !== null && !isLocalAddress(publicUrl)
  if (isLoopback(host) && !isPublished) return
  const [setting, advice] = isPublished
    ? [`PUBLIC_URL is ${publicUrl}`, 'Remove it']
    : [`HOST is ${host}`, 'Use 127.0.0.1']
  throw new StartError([
    `${setting}, but the passwords of the made-up school are public. ${advice}. To serve other machines, connect a service with a real school by SERVICE_URL.`,
  ])
}

const isEmpty = async (db: Db) =>
  (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) === undefined

/** Whether it was created as one, and a public password that still works. */
async function isSeedSchool(db: Db): Promise<boolean> {
  const seedFact = db.selectFrom('facts').select('name').where('name', '=', 'made_up_school')
  if (!(await seedFact.executeTakeFirst())) return false
  const { seedPassword, seedPeople } = await import('../school/people.ts')
  const logins = seedPeople.map(person => person.login)
  const users = await db.selectFrom('users').select('password_hash').where('login', 'in', logins).execute()
  for (const user of users) if (await verifyPassword(seedPassword, user.password_hash)) return true
  return false
}

async function addAdmin(db: Db, { clock, random }: SchoolContext): Promise<string> {
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

const schoolFolder = join(import.meta.dirname, '../school')

export const readSchoolFile: SchoolFiles = async path =>
  new Uint8Array(await readFile(join(schoolFolder, path)))
