import type { Sqlite3Static } from '@sqlite.org/sqlite-wasm'
import { Kysely } from 'kysely'
import { createGateway } from '../gateway/gateway.ts'
import { type GatewaySchema, migrateGateway } from '../gateway/schema.ts'
import { toBase64Url } from '../lib/encoding.ts'
import { toSchoolDay } from '../lib/schoolTime.ts'
import { toIsoWeek } from '../lib/week.ts'
import type { SchoolFiles } from '../school/schoolFiles.ts'
import { seedSchool } from '../school/seedSchool.ts'
import { createService } from '../service/app.ts'
import { registerApplication } from '../service/auth/applications.ts'
import { startSending } from '../service/content/dueMessages.ts'
import { createMemoryStore } from '../service/db/documentStore.ts'
import { migrate } from '../service/db/migrations.ts'
import type { Schema } from '../service/db/schema.ts'
import { createDemoSettings, demoPeople, demoTimeZone } from './demoSettings.ts'
import { type PersonToday, readPeopleToday } from './peopleToday.ts'
import type { OpenReason, SchoolPreset } from './portMessages.ts'
import type { SchoolStore, StoredSchool } from './schoolStore.ts'
import { openWasmDatabase } from './wasmDatabase.ts'

type SchoolOptions = {
  sqlite3: Sqlite3Static
  store: SchoolStore
  files: SchoolFiles
  preset: SchoolPreset
  /** `https://demo.example`. */
  origin: string
  /** '' or `/staffroom`. */
  base?: string
  /** Unix ms. */
  clock: () => number
  /** Cryptographically secure. */
  random: (bytes: number) => Uint8Array<ArrayBuffer>
}

export type School = {
  openReason: OpenReason
  /** Includes the tab's session if it has changed. */
  fetch: (
    request: Request,
    session: string | null,
  ) => Promise<{ response: Response; session?: { id: string | null } }>
  reset: (preset: SchoolPreset) => Promise<void>
  peopleToday: () => Promise<PersonToday[]>
}

type RunningSchool = Awaited<ReturnType<typeof startSchool>>

/**
 * Archives and replaces a stored school that can't be read or is of another week. Without usable storage, the
 * school is not stored.
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
  const sendDueMessages = async () => {
    const changesBefore = running.changes()
    await running.sendDueMessages()
    if (running.changes() !== changesBefore) await saver.save()
  }
  // The school runs as long as its page or worker.
  startSending(sendDueMessages, () => {})
  return {
    openReason: opened.openReason,
    async fetch(request, session) {
      const current = running
      const changesBefore = current.changes()
      const response = await current.fetch(request, session)
      if (current === running && current.changes() !== changesBefore) {
        const saving = saver.save()
        // So that the change survives a reload (rule 38).
        if (request.method !== 'GET') await saving
      }
      return response
    },
    async reset(preset) {
      const previous = running
      running = await startSchool({ ...options, preset })
      previous.close()
      await saver.save()
    },
    peopleToday: () => running.peopleToday(),
  }
}

async function openStored(
  options: SchoolOptions,
  stored: StoredSchool | 'unreadable' | undefined,
): Promise<{ running: RunningSchool; openReason: OpenReason }> {
  if (stored === undefined) return { running: await startSchool(options), openReason: 'new' }
  if (stored !== 'unreadable') {
    const thisWeek = toIsoWeek(toSchoolDay(options.clock(), demoTimeZone))
    if (toIsoWeek(stored.madeFor) !== thisWeek)
      return { running: await startSchool(options), openReason: 'new week' }
    try {
      return { running: await startSchool(options, stored), openReason: 'kept' }
    } catch {
      // Handled like a school that can't be read.
    }
  }
  await options.store.archive().catch(() => {})
  return { running: await startSchool(options), openReason: 'damaged' }
}

async function startSchool(
  { sqlite3, origin, base = '', clock, random, files, preset }: SchoolOptions,
  stored?: StoredSchool,
) {
  const serviceDatabase = openWasmDatabase(sqlite3, stored?.service)
  const gatewayDatabase = openWasmDatabase(sqlite3, stored?.gateway)
  const db = new Kysely<Schema>({ dialect: serviceDatabase.dialect })
  const gatewayDb = new Kysely<GatewaySchema>({ dialect: gatewayDatabase.dialect })
  const madeFor = stored?.madeFor ?? toSchoolDay(clock(), demoTimeZone)
  const seal = stored?.seal ?? random(32)
  const settings = createDemoSettings(origin + base)
  // Only this gateway uses the secret.
  const clientSecret = toBase64Url(random(32))

  const storedFiles = stored?.documents ?? new Map<string, Uint8Array<ArrayBuffer>>()
  const documents = createMemoryStore(storedFiles)
  await migrate(db)
  await migrateGateway(gatewayDb)
  if (!stored) {
    const time = { now: clock(), timeZone: demoTimeZone }
    await seedSchool(db, { ...time, files, documents, language: preset.language, random })
  }
  const { client_id: clientId, redirect_uri: redirectUrl } = settings
  await registerApplication(db, { clientId, name: 'Staffroom', secret: clientSecret, redirectUrl }, random)

  const service = createService({ db, clock, random, timeZone: demoTimeZone, documents })
  const callService = (request: Request) => service.fetch(request, { address: 'this browser' })
  const gateway = createGateway({
    db: gatewayDb,
    upstream: callService,
    serviceUrl: origin,
    clientId,
    clientSecret,
    settings,
    // Only pages of this origin reach the worker, where requests have no Sec-Fetch-Site header.
    appOrigin: null,
    clock,
    random,
    encryption: { key: seal },
  })
  return {
    sendDueMessages: () => service.sendDueMessages(),
    changes: () => serviceDatabase.changes() + gatewayDatabase.changes(),
    async fetch(request: Request, session: string | null) {
      // As on the Node host, the authorize page calls the service directly.
      if (new URL(request.url).pathname.startsWith('/auth/')) return { response: await callService(request) }
      return gateway.fetch(request, { id: session, address: 'this browser' })
    },
    peopleToday: () =>
      readPeopleToday(
        db,
        demoPeople.map(({ login }) => login),
        { now: clock(), timeZone: demoTimeZone },
      ),
    close: () => service.close(),
    async exportState(): Promise<StoredSchool> {
      const service = await db.connection().execute(async () => serviceDatabase.image())
      const gateway = await gatewayDb.connection().execute(async () => gatewayDatabase.image())
      return { madeFor, service, gateway, seal, documents: storedFiles }
    },
  }
}

/** One write at a time. Calls during a write share the next one, which also repeats a failed write. */
export function createSaver(write: () => Promise<void>, onError: (error: unknown) => void) {
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined
  const start = () => {
    next = undefined
    running = write()
      .catch(onError)
      .finally(() => {
        running = undefined
      })
    return running
  }
  return {
    /** Resolves when earlier changes are saved, or when saving failed. */
    save(): Promise<void> {
      if (!running) return start()
      next ??= running.then(start)
      return next
    },
  }
}
