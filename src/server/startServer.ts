import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { BlockList } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { scopes } from '../contract/endpoint.ts'
import type { AppSettings } from '../contract/session.ts'
import { createGateway } from '../gateway/gateway.ts'
import { createService } from '../service/app.ts'
import { registerApplication } from '../service/auth/applications.ts'
import type { DocumentStore } from '../service/db/documentStore.ts'
import type { Db } from '../service/db/schema.ts'
import { readRanges } from './clientAddress.ts'
import { createSessionCookie } from './cookie.ts'
import { createData } from './data.ts'
import { requireSameSecrets } from './databaseSettings.ts'
import { keptSecret, prepareDataDirectory } from './dataDirectory.ts'
import { createDiskCheck, type DiskCheck } from './diskCheck.ts'
import { type Documents, nodeHasher, openDocuments } from './documents/openDocuments.ts'
import { createHttpServer, type Ready } from './httpServer.ts'
import { lockDirectory } from './lockDirectory.ts'
import type { Log } from './log.ts'
import { type Databases, openDatabases, startErrorOf } from './openDatabase.ts'
import { createPages } from './pages.ts'
import { createPostgresFeed } from './postgresFeed.ts'
import { StartError } from './StartError.ts'
import { prepareSchool, type SchoolExtension, type SchoolState } from './school.ts'
import type { Settings } from './settings.ts'

export type ServerOptions = {
  settings: Settings
  /** Folder of the built app. */
  pagesDirectory: string
  log: Log
  /** Returns Unix ms. By default the system's clock. */
  clock?: () => number
  /** Lifetime of an access token of our own service, in s. For tests of the session. */
  accessTokenSeconds?: number
  /** Maximum requests per minute and address at our own service. */
  rateLimit?: number
  /** Changes to the made-up school. Only tests set it. */
  extension?: SchoolExtension
  /** Time during which one of several processes reports that it stops, but still responds, in ms. */
  drainMs?: number
}

export type RunningServer = {
  /** Origin of the app for users. */
  url: string
  port: number
  /** Null if the service is run by another organisation. */
  school: SchoolState | null
  /**
   * Accepts no more requests, waits up to 6 s for pending ones, and closes the databases. With PostgreSQL it first
   * reports for 3 s that it stops.
   */
  stop(): Promise<void>
}

/**
 * Starts the pages, the gateway and, unless a foreign service is set, the service. Throws `StartError`. Opens the port
 * first, so that a second start on the same port does not touch the data.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { settings, log, clock = Date.now } = options
  const random = (bytes: number) => new Uint8Array(randomBytes(bytes))
  const disk = createDiskCheck(settings.database ? null : settings.dataDirectory)
  const report = (error: unknown) => {
    disk.notice(error)
    log.failed(error)
  }
  const pages = createPages(options.pagesDirectory, { report })
  // With PostgreSQL no data is stored on the local disk.
  if (!settings.database) prepareDataDirectory(settings.dataDirectory)

  let ready: Ready | undefined
  const trustedProxies = readRanges(settings.trustedProxies) ?? new BlockList()
  const server = createHttpServer({ pages, log, ready: () => ready, trustedProxies, report })
  const port = await listen(server, settings.host, settings.port)
  // E.g. EMFILE. A connection that can't be accepted must not end the process.
  server.on('error', report)
  const closing: (() => Promise<void>)[] = []
  /** Functions that end event streams, which clients never close themselves. */
  const ending: (() => void)[] = []
  let isStopping = false
  const stop = async () => {
    isStopping = true
    // Tells clients to close their connection after this response.
    server.prependListener('request', (_request, response) => response.setHeader('Connection', 'close'))
    // A load balancer checks every second or two, and then sends no more requests.
    if (ready && settings.database) await wait(options.drainMs ?? usualDrainMs)
    for (const end of ending.splice(0)) end()
    await stopServer(server)
    for (const close of closing.splice(0)) await close()
  }
  try {
    if (!settings.database) {
      const release = lockDirectory(settings.dataDirectory)
      closing.push(async () => release())
    }
    const url = settings.publicUrl ?? `http://localhost:${port}`
    const databases = await openDatabases(settings, report)
    closing.unshift(() => databases.close())
    const { sessions } = databases
    const foreign = settings.foreign
    const clientId = foreign?.clientId ?? settings.clientId
    const clientSecret =
      foreign?.clientSecret ?? settings.clientSecret ?? keptSecret(settings.dataDirectory, 'client-secret')
    const sessionKey = settings.sessionKey ?? keptSecret(settings.dataDirectory, 'session-key')
    if (settings.database) await requireSameSecrets(sessions, { sessionKey, clientSecret })

    const { school: db } = databases
    const documents = db ? await openDocuments(settings.documents, { db, clock, report }) : undefined
    // Closed before the database, because a sweep uses it.
    if (documents) closing.unshift(documents.close)
    const own = db && documents ? await databases.alone(() => startService(db, documents.store)) : null
    const gateway = createGateway({
      db: sessions,
      upstream: own ? own.service.fetch : request => fetch(request),
      serviceUrl: foreign?.url ?? url,
      clientId,
      clientSecret,
      settings: appSettings(settings, url, clientId, own?.school.seedPeople.slice(0, 3) ?? []),
      appOrigin: url,
      clock,
      random,
      seal: { key: Buffer.from(sessionKey, 'base64url') },
      version: versionOfProgram(),
      // Higher than the service's own limit, so that the user receives the service's message.
      ...(own && { maxUploadBytes: settings.documentLimit + 1_000_000 }),
      report: event => log.upstream(event),
      reportError: report,
    })
    ending.push(
      () => gateway.close(),
      () => own?.service.close(),
    )
    const cookie = createSessionCookie(url)
    const service = own?.service ?? null
    const data = createData({ gateway, service, cookie, publicUrl: url })
    const isReady = readiness(databases, disk, documents)
    ready = {
      ...{ url, data, localOnly: (own?.school.seedPeople.length ?? 0) > 0 },
      isReady: async () => !isStopping && (await isReady()),
    }
    return { url, port, school: own?.school ?? null, stop }

    function feedOf(directUrl: string) {
      return createPostgresFeed({ url: directUrl, report })
    }

    async function startService(db: Db, documents: DocumentStore) {
      const school = await prepareSchool(db, settings, { clock, random, extension: options.extension })
      const redirectUrl = `${url}/sign-in/callback`
      await registerApplication(
        db,
        { clientId, name: 'Staffroom', secret: clientSecret, redirectUrl },
        random,
      )
      const plain = createService({
        db,
        clock,
        random,
        timeZone: settings.timeZone,
        documentedOnly: settings.documentedOnly,
        documentLimit: settings.documentLimit,
        ...{ documents, newHasher: nodeHasher },
        report,
        ...(settings.database && { feed: feedOf(settings.database.directUrl) }),
        ...(options.accessTokenSeconds !== undefined && { accessTokenSeconds: options.accessTokenSeconds }),
        ...(options.rateLimit !== undefined && { rateLimit: options.rateLimit }),
      })
      const { timeZone } = settings
      return { service: options.extension?.wrap(plain, { db, clock, timeZone }) ?? plain, school }
    }
  } catch (error) {
    await stop()
    throw startErrorOf(settings, error)
  }
}

function versionOfProgram(): string {
  const file: unknown = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'))
  const hasVersion = typeof file === 'object' && file !== null && 'version' in file
  return hasVersion ? String(file.version) : '0'
}

/** Returns the settings that the page needs before sign-in. `url` is the origin of the app for users. */
function appSettings(
  settings: Settings,
  url: string,
  clientId: string,
  people: readonly AppSettings['demo_people'][number][],
): AppSettings {
  const serviceUrl = settings.foreign?.url
  return {
    // Our own authorize page is a route of the app.
    authorize_url: `${serviceUrl ?? ''}/auth/oauth2/authorize`,
    client_id: clientId,
    redirect_uri: `${url}/sign-in/callback`,
    scopes: [...scopes],
    school_time_zone: settings.timeZone,
    languages: settings.languages,
    service_name: new URL(serviceUrl ?? url).host,
    demo_people: [...people],
    demo: false,
  }
}

const usualDrainMs = 3000
/** Maximum time that pending requests have to finish, in ms. */
const patience = 6000

/** Opens the port and returns its number. Throws `StartError` if that fails. */
export function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const refuse = (cause: NodeJS.ErrnoException) =>
      reject(new StartError([sentence(cause, host, port)], cause))
    server.once('error', refuse)
    server.listen(port, host, () => {
      server.off('error', refuse)
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : port)
    })
  })
}

function sentence(cause: NodeJS.ErrnoException, host: string, port: number): string {
  if (cause.code === 'EADDRINUSE')
    return `Port ${port} is taken: stop the other program, or set PORT to another one.`
  if (cause.code === 'EACCES') return `Port ${port} may not be used by this user: set PORT to one above 1023.`
  return `HOST ${host} is no address of this machine.`
}

/** Accepts no new requests and waits for pending ones, at most 6 s. */
export async function stopServer(server: Server): Promise<void> {
  const closed = new Promise<void>(resolve => server.close(() => resolve()))
  const late = setTimeout(() => server.closeAllConnections(), patience)
  // Idle connections of browsers and proxies would delay the end.
  const idle = setInterval(() => server.closeIdleConnections(), 100)
  server.closeIdleConnections()
  await closed
  clearTimeout(late)
  clearInterval(idle)
}

/**
 * Returns a function that checks whether databases and documents respond within 2 s. Concurrent callers share one
 * check.
 */
function readiness(
  { sessions, school }: Databases,
  disk: DiskCheck,
  documents?: Documents,
): () => Promise<boolean> {
  let asking: Promise<boolean> | undefined
  const write = async () => {
    const row = { name: 'written_at', value: new Date().toISOString() }
    for (const insert of [sessions.insertInto('gateway_facts'), school?.insertInto('facts')]) {
      await insert
        ?.values(row)
        .onConflict(conflict => conflict.column('name').doUpdateSet(row))
        .execute()
    }
  }
  const ask = async () => {
    const rows = Promise.all([
      sessions.selectFrom('gateway_facts').select('name').limit(1).execute(),
      school?.selectFrom('facts').select('name').limit(1).execute(),
      documents?.check(),
      disk.check(write),
    ])
    return Promise.race([rows.then(() => true), wait(readyPatience, false, { ref: false })]).catch(
      () => false,
    )
  }
  return () => {
    asking ??= ask().finally(() => {
      asking = undefined
    })
    return asking
  }
}

/** Time limit of the check, in ms. */
const readyPatience = 2000
