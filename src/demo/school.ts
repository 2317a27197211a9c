import type { Sqlite3Static } from '@sqlite.org/sqlite-wasm'
import { Kysely } from 'kysely'
import { createGateway } from '../gateway/gateway.ts'
import { type GatewaySchema, migrateGateway } from '../gateway/schema.ts'
import { toBase64Url } from '../lib/encoding.ts'
import { toSchoolDay } from '../lib/schoolTime.ts'
import { toIsoWeek } from '../lib/week.ts'
import { addMissing } from '../school/renewSeedDays.ts'
import type { SchoolFiles } from '../school/schoolFiles.ts'
import { seedSchool } from '../school/seedSchool.ts'
import { createService } from '../service/app.ts'
import { registerApplication } from '../service/auth/applications.ts'
import { migrate } from '../service/db/migrations.ts'
import type { Schema } from '../service/db/schema.ts'
import { demoPeople, demoSettings, demoTimeZone } from './demoSettings.ts'
import { type PersonToday, readPeopleToday } from './peopleToday.ts'
import type { Beginning, SchoolPreset } from './portMessages.ts'
import type { SchoolStore, StoredSchool } from './schoolStore.ts'
import { openWasmDatabase } from './wasmDatabase.ts'

type SchoolOptions = {
  sqlite3: Sqlite3Static
  store: SchoolStore
  files: SchoolFiles
  /** Options of a school that is created. */
  wish: SchoolPreset
  /** Origin of the page: `https://demo.example`. */
  origin: string
  /** Base path of the demo: '' or `/staffroom`. */
  base?: string
  /** Current time in Unix ms. */
  clock: () => number
  /** Cryptographically secure random bytes. */
  random: (bytes: number) => Uint8Array<ArrayBuffer>
}

/** Service and gateway with databases in this browser. */
export type School = {
  beginning: Beginning
  /** As in the gateway: the response, and the session of the tab if it has changed. */
  fetch: (
    request: Request,
    session: string | null,
  ) => Promise<{ response: Response; session?: { id: string | null } }>
  /** Creates the school again, for all tabs. */
  reset: (wish: SchoolPreset) => Promise<void>
  /** Reads the present work of the people whom the demo offers. */
  peopleToday: () => Promise<PersonToday[]>
}

type RunningSchool = Awaited<ReturnType<typeof run>>

/**
 * Opens the stored school, or creates one. A new school is created if none is stored, or if the stored one is of
 * another week, because its timetable changes have fixed days. It is also created if the stored one can't be read. That
 * one is moved to a second key. If the storage is blocked or full, the demo works without it.
 */
export async function openSchool(options: SchoolOptions): Promise<School> {
  const { store } = options
  const stored = await store.read().catch(() => undefined)
  const opened = await openStored(options, stored)
  let running = opened.running
  const saver = createSaver(
    () => running.exportState().then(store.write),
    () => {},
  )
  await saver.save()
  return {
    beginning: opened.beginning,
    async fetch(request, session) {
      const current = running
      const changesBefore = current.changes()
      const response = await current.fetch(request, session)
      if (current === running && current.changes() !== changesBefore) {
        const saving = saver.save()
        // A change must be stored before its response, so that it survives a reload (rule 38). Responses to reads are
        // sent at once.
        if (request.method !== 'GET') await saving
      }
      return response
    },
    async reset(wish) {
      const previous = running
      running = await run({ ...options, wish })
      previous.close()
      await saver.save()
    },
    peopleToday: () => running.peopleToday(),
  }
}

async function openStored(
  options: SchoolOptions,
  stored: StoredSchool | 'unreadable' | undefined,
): Promise<{ running: RunningSchool; beginning: Beginning }> {
  if (stored === undefined) return { running: await run(options), beginning: 'new' }
  if (stored !== 'unreadable') {
    const thisWeek = toIsoWeek(toSchoolDay(options.clock(), demoTimeZone))
    if (toIsoWeek(stored.madeFor) !== thisWeek) return { running: await run(options), beginning: 'new week' }
    try {
      return { running: await run(options, stored), beginning: 'kept' }
    } catch {
      // A school that can't be opened is handled like one that can't be read.
    }
  }
  await options.store.archive().catch(() => {})
  return { running: await run(options), beginning: 'damaged' }
}

/** Starts the service and its gateway, with the stored databases or with a new school. */
async function run(
  { sqlite3, origin, base = '', clock, random, files, wish }: SchoolOptions,
  stored?: StoredSchool,
) {
  const serviceDatabase = openWasmDatabase(sqlite3, stored?.service)
  const gatewayDatabase = openWasmDatabase(sqlite3, stored?.gateway)
  const db = new Kysely<Schema>({ dialect: serviceDatabase.dialect })
  const gatewayDb = new Kysely<GatewaySchema>({ dialect: gatewayDatabase.dialect })
  const madeFor = stored?.madeFor ?? toSchoolDay(clock(), demoTimeZone)
  const seal = stored?.seal ?? random(32)
  const settings = demoSettings(origin + base)
  // Only this gateway uses the secret, so it is not stored.
  const clientSecret = toBase64Url(random(32))

  await migrate(db)
  await migrateGateway(gatewayDb)
  const when = { now: clock(), timeZone: demoTimeZone, files }
  if (!stored) {
    await seedSchool(db, { ...when, language: wish.language, random })
  } else {
    // A school that an earlier release stored may have no homework, chats or files.
    await db.transaction().execute(trx => addMissing(trx, when))
  }
  const { client_id: clientId, redirect_uri: redirectUrl } = settings
  await registerApplication(db, { clientId, name: 'Staffroom', secret: clientSecret, redirectUrl }, random)

  const service = createService({ db, clock, random, timeZone: demoTimeZone })
  const askService = (request: Request) => service.fetch(request, { address: 'this browser' })
  const gateway = createGateway({
    db: gatewayDb,
    upstream: askService,
    serviceUrl: origin,
    clientId,
    clientSecret,
    settings,
    // Only pages of this origin can reach its worker. Requests inside the worker have no Sec-Fetch-Site header.
    appOrigin: null,
    clock,
    random,
    encryption: { key: seal },
  })
  return {
    changes: () => serviceDatabase.changes() + gatewayDatabase.changes(),
    async fetch(request: Request, session: string | null) {
      // Calls of the authorize page go to the service directly, as on the Node host.
      if (new URL(request.url).pathname.startsWith('/auth/')) return { response: await askService(request) }
      return gateway.fetch(request, { id: session, address: 'this browser' })
    },
    peopleToday: () =>
      readPeopleToday(
        db,
        demoPeople.map(({ login }) => login),
        { now: clock(), timeZone: demoTimeZone },
      ),
    /** Closes the event streams. */
    close() {
      gateway.close()
      service.close()
    },
    /** Exports both databases. Holds each connection meanwhile, so that no transaction is open. */
    async exportState(): Promise<StoredSchool> {
      const service = await db.connection().execute(async () => serviceDatabase.image())
      const gateway = await gatewayDb.connection().execute(async () => gatewayDatabase.image())
      return { madeFor, service, gateway, seal }
    },
  }
}

/**
 * Saves changes, one write at a time. `write` saves the state at the time of its call. Calls during a write share the
 * next write. `failed` receives the error of a write. The next change tries again.
 */
export function createSaver(write: () => Promise<void>, failed: (error: unknown) => void) {
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined
  const start = () => {
    next = undefined
    running = write()
      .catch(failed)
      .finally(() => {
        running = undefined
      })
    return running
  }
  return {
    /** Resolves when all changes before the call are saved, or when saving failed. */
    save(): Promise<void> {
      if (!running) return start()
      next ??= running.then(start)
      return next
    },
  }
}
