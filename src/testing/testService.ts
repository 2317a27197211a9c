import { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import { scopes as allScopes, type Scope } from '../contract/endpoint.ts'
import { createRandom } from '../lib/createRandom.ts'
import { randomUuid } from '../lib/encoding.ts'
import type { SeedInput } from '../school/schoolFiles.ts'
import { seedSchool } from '../school/seedSchool.ts'
import { createNodeHasher } from '../server/documents/openDocuments.ts'
import { createSchema } from '../server/postgres.ts'
import { createPostgresFeed } from '../server/postgresFeed.ts'
import { readSchoolFile } from '../server/school.ts'
import { createDialect } from '../server/sqlite.ts'
import { createService, type Service, type ServiceOptions } from '../service/app.ts'
import { registerApplication } from '../service/auth/applications.ts'
import { newTokens, storeTokens } from '../service/auth/tokens.ts'
import { resetIdSequences, serviceSchema } from '../service/db/dialects.ts'
import { createMemoryStore, type DocumentStore } from '../service/db/documentStore.ts'
import { migrate } from '../service/db/migrations.ts'
import type { Db, Schema } from '../service/db/schema.ts'
import { createLocalFeed } from '../service/live/changeFeed.ts'
import { addFaults, hasFaults } from './faults/addFaults.ts'
import { withFaults } from './faults/withFaults.ts'
import { fillSmallSchool, smallSchool } from './sampleSchool.ts'
import { addCrowd } from './school/addCrowd.ts'
import { onPostgres, openTestDatabase } from './testPostgres.ts'
import { withDocumentedOnly } from './withDocumentedOnly.ts'

/** `basic` is `login:password`. `body` is sent as JSON or multipart. */
export type SendOptions = {
  token?: string
  basic?: string
  body?: unknown
  headers?: Record<string, string>
  address?: string
}

export type Send = (method: string, path: string, options?: SendOptions) => Promise<Response>

export type TestService = {
  service: Service
  serviceWithoutFaults: Service
  db: Db
  documents: DocumentStore
  clock: () => number
  advance: (ms: number) => void
  random: (bytes: number) => Uint8Array
  /** By default with all scopes. */
  signIn: (login: string, scopes?: readonly Scope[]) => Promise<string>
  /**
   * On PostgreSQL, requests alternate between two processes, so that requests can't depend on the memory of one
   * process.
   */
  send: Send
  createSecond: () => Send
  /** A second process with the same database. */
  startSecond: () => Service
  close: () => Promise<void>
}

/** Wednesday 2026-11-18, 10:20 in Berlin. */
export const testNow = Date.parse('2026-11-18T10:20:00+01:00')

type Fill = (db: Db, options: SeedInput & { random: (bytes: number) => Uint8Array }) => Promise<void>

export const faultySchool: Fill = async (db, options) => {
  await seedSchool(db, options)
  await addFaults(db, options)
}

export const crowdedSchool: Fill = async (db, options) => {
  await seedSchool(db, options)
  await addCrowd(db, options)
}

/** Files have the same content in all tests. */
const sharedDocuments = createMemoryStore(new Map())

/** Copying a filled database is twenty times faster than filling it. */
const copies = new WeakMap<Fill, { key: string; bytes: Uint8Array }>()

/**
 * The service with a clock that only `advance` moves, and repeatable random numbers. A database with the same
 * `fill` and time is copied, unless `isFilledAgain` is set.
 */
export async function testService(
  options: Partial<Omit<ServiceOptions, 'db' | 'clock' | 'random' | 'documents'>> & {
    fill?: Fill
    now?: number
    isFilledAgain?: boolean
    documents?: DocumentStore
    documentedOnly?: boolean
  } = {},
): Promise<TestService> {
  const {
    fill = fillSmallSchool,
    now: startTime = testNow,
    isFilledAgain = false,
    documents = sharedDocuments,
    documentedOnly = false,
    ...rest
  } = options
  let now = startTime
  const clock = () => now
  const timeZone = rest.timeZone ?? 'Europe/Berlin'
  // Filling uses the first sequence, also for a copy.
  const random = repeatableRandom(2)
  const fillDatabase = async (db: Db) => {
    const random = repeatableRandom(1)
    await migrate(db)
    await registerApplication(db, smallSchool.application, random)
    await fill(db, { now, timeZone, random, files: readSchoolFile, documents })
    await resetIdSequences(db)
  }
  const {
    db,
    close,
    another: openSecond,
    feed,
  } = onPostgres
    ? await inPostgres(`${numberOf(fill)} ${now} ${timeZone}`, fillDatabase)
    : await inMemory({ fill, key: `${now} ${timeZone}`, isFilledAgain }, fillDatabase)
  const report = (error: unknown) => {
    throw error
  }
  const services: Service[] = []
  const start = (db: Db) => {
    const service = createService({
      rateLimit: 1_000_000,
      report,
      feed,
      newHasher: createNodeHasher,
      ...rest,
      documents,
      db,
      clock,
      random,
      timeZone,
    })
    services.push(service)
    return documentedOnly ? withDocumentedOnly(service) : service
  }
  const addFaultsIfAny = async (plainService: Service) =>
    (await hasFaults(db)) ? withFaults(plainService, { db, clock, timeZone }) : plainService
  const serviceWithoutFaults = start(db)
  const service = await addFaultsIfAny(serviceWithoutFaults)

  const sendToFirst = sendTo(service)
  const sendAlternating = onPostgres
    ? alternate(sendToFirst, sendTo(await addFaultsIfAny(start(openSecond()))))
    : sendToFirst

  return {
    service,
    serviceWithoutFaults,
    db,
    documents,
    clock,
    advance(ms) {
      now += ms
    },
    random,
    async signIn(login, scopes = allScopes) {
      const user = await db
        .selectFrom('users')
        .select('id')
        .where('login', '=', login)
        .executeTakeFirstOrThrow()
      const application = await db.selectFrom('applications').select('client_id').executeTakeFirstOrThrow()
      const owner = {
        ...application,
        user_id: user.id,
        scopes: scopes.join(' '),
        family_id: randomUuid(),
      }
      const tokens = await newTokens(owner, {
        clock,
        random,
        accessTokenSeconds: rest.accessTokenSeconds ?? 3600,
      })
      await storeTokens(db, tokens, now)
      return tokens.response.access_token
    },
    send: sendAlternating,
    createSecond: () => sendTo(start(openSecond())),
    startSecond: () => start(openSecond()),
    async close() {
      for (const startedService of services) startedService.close()
      await close()
    },
  }
}

function alternate(first: Send, second: Send): Send {
  let requestCount = 0
  return (...request) => (requestCount++ % 2 === 0 ? first : second)(...request)
}

function sendTo(service: Service): Send {
  return (method, path, { token, basic, body, headers, address = '192.0.2.1' } = {}) => {
    const authorization = token ? `Bearer ${token}` : basic ? `Basic ${btoa(basic)}` : undefined
    const request = new Request(`https://school.example${path}`, {
      method,
      headers: {
        ...(authorization && { authorization }),
        ...(body !== undefined && !(body instanceof FormData) && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: body instanceof FormData ? body : JSON.stringify(body) }),
    })
    return service.fetch(request, { address })
  }
}

async function inMemory(
  { fill, key, isFilledAgain }: { fill: Fill; key: string; isFilledAgain: boolean },
  prepare: (db: Db) => Promise<void>,
) {
  const database = new DatabaseSync(':memory:')
  const db = new Kysely<Schema>({ dialect: createDialect(database) })
  const copy = copies.get(fill)
  if (copy?.key === key && !isFilledAgain) {
    database.deserialize(copy.bytes)
    database.exec('PRAGMA foreign_keys = ON')
  } else {
    await prepare(db)
    copies.set(fill, { key, bytes: database.serialize() })
  }
  return { db, close: () => db.destroy(), another: () => db, feed: createLocalFeed() }
}

async function inPostgres(name: string, prepare: (db: Db) => Promise<void>) {
  const postgres = await openTestDatabase({
    name,
    async fill(template) {
      const db = template.forSchema<Schema>(serviceSchema)
      await createSchema(db, serviceSchema)
      await prepare(db)
    },
  })
  return {
    // Tests break connections on purpose.
    feed: createPostgresFeed({ url: postgres.url, report: () => undefined }),
    db: postgres.forSchema<Schema>(serviceSchema),
    another: () => postgres.openPool().forSchema<Schema>(serviceSchema),
    close: postgres.close,
  }
}

const fills: Fill[] = []

function numberOf(fill: Fill): number {
  if (!fills.includes(fill)) fills.push(fill)
  return fills.indexOf(fill)
}

/** Repeatable random bytes. Not for production. */
export function repeatableRandom(seed: number): (bytes: number) => Uint8Array {
  const random = createRandom(seed)
  return bytes => Uint8Array.from({ length: bytes }, () => (random() * 2 ** 32) & 0xff)
}
