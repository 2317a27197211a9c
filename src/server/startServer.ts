import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { scopes } from '../contract/endpoint.ts'
import type { AppSettings } from '../contract/session.ts'
import { createGateway } from '../gateway/gateway.ts'
import { createService } from '../service/app.ts'
import { registerApplication } from '../service/auth/applications.ts'
import { startSending } from '../service/content/dueMessages.ts'
import { isDiskFull } from '../service/db/dialects.ts'
import type { DocumentStore } from '../service/db/documentStore.ts'
import type { Db } from '../service/db/schema.ts'
import { createSessionCookie } from './cookie.ts'
import { openDataDirectory, readOrCreateSecret } from './dataDirectory.ts'
import { createDataHandler } from './dataHandler.ts'
import { createNodeHasher, type Documents, openDocuments } from './documents/openDocuments.ts'
import { createHttpServer, type ReadyState } from './httpServer.ts'
import type { Log } from './log.ts'
import { createNodeAesGcm, nodeSha256 } from './nodeCrypto.ts'
import { type Databases, openDatabases } from './openDatabase.ts'
import { createPages } from './pages.ts'
import { createPostgresFeed } from './postgresFeed.ts'
import { diskFullError, StartError } from './StartError.ts'
import { prepareSchool, requireLocalNewSchool, type SchoolExtension, type SchoolState } from './school.ts'
import { requireSameSecrets } from './secrets.ts'
import type { Settings } from './settings.ts'

export type ServerOptions = {
  settings: Settings
  /** Of the built app. */
  pagesDirectory: string
  log: Log
  /** Returns Unix ms. */
  clock?: () => number
  /** For tests, in s. */
  accessTokenSeconds?: number
  /** Per minute and address. */
  rateLimit?: number
  /** For tests. */
  extension?: SchoolExtension
  /** For tests. False before a service that has none. */
  extensions?: boolean
  /** In ms. One of several processes still responds while it stops. */
  drainMs?: number
}

export type RunningServer = {
  /** As users see it. */
  url: string
  port: number
  /** Null if another organisation runs the service. */
  school: SchoolState | null
  /** Waits up to 6 s for pending requests. With PostgreSQL it first reports for 3 s that it stops. */
  stop(): Promise<void>
}

/** Throws `StartError`. Opens the port first, so that a refused start does not touch the data. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { settings, log, clock = Date.now } = options
  const random = (bytes: number) => new Uint8Array(randomBytes(bytes))
  const report = (error: unknown) => log.error(error)
  const pages = createPages(options.pagesDirectory, { report })
  requireLocalNewSchool(settings)

  let ready: ReadyState | undefined
  const { trustedProxies } = settings
  const server = createHttpServer({ pages, log, getReadyState: () => ready, trustedProxies, report })
  const port = await listen(server, settings.host, settings.port)
  // E.g. EMFILE. A refused connection must not end the process.
  server.on('error', report)
  const closers: (() => Promise<void>)[] = []
  /** Clients never close event streams themselves. */
  const streamClosers: (() => void)[] = []
  let isStopping = false
  const stop = async () => {
    isStopping = true
    server.prependListener('request', (_request, response) => response.setHeader('Connection', 'close'))
    // A load balancer checks every second or two.
    if (ready && settings.database) await wait(options.drainMs ?? defaultDrainMs)
    for (const end of streamClosers.splice(0)) end()
    await stopServer(server)
    // An error of one must not skip the others, for example the release of the lock.
    for (const close of closers.splice(0)) await close().catch(report)
  }
  try {
    if (!settings.database) {
      const release = openDataDirectory(settings.dataDirectory)
      closers.push(async () => release())
    }
    const url = settings.publicUrl ?? `http://localhost:${port}`
    const databases = await openDatabases(settings, report)
    closers.unshift(() => databases.close())
    const { sessions } = databases
    const foreign = settings.foreign
    const clientId = foreign?.clientId ?? settings.clientId
    const clientSecret =
      foreign?.clientSecret ??
      settings.clientSecret ??
      readOrCreateSecret(settings.dataDirectory, 'client-secret')
    const sessionKey = settings.sessionKey ?? readOrCreateSecret(settings.dataDirectory, 'session-key')
    if (settings.database) await requireSameSecrets(sessions, { sessionKey, clientSecret })

    const { school: db } = databases
    const documents = db ? await openDocuments(settings.documents, { db, clock, report }) : undefined
    // A sweep uses the database.
    if (documents) closers.unshift(documents.close)
    const ownService =
      db && documents ? await databases.runExclusive(() => startService(db, documents.store)) : null
    const gateway = createGateway({
      db: sessions,
      upstream: ownService ? ownService.service.fetch : request => fetch(request),
      serviceUrl: foreign?.url ?? url,
      clientId,
      clientSecret,
      settings: {
        ...appSettings(settings, url, clientId, ownService?.school.seedPeople.slice(0, 3) ?? []),
        ...(options.extensions !== undefined && { extensions: options.extensions }),
      },
      appOrigin: url,
      clock,
      random,
      encryption: { key: Buffer.from(sessionKey, 'base64url'), createAesGcm: createNodeAesGcm },
      sha256: nodeSha256,
      version: readProgramVersion(),
      // Higher than the service's limit, whose message is better.
      ...(ownService && { maxUploadBytes: settings.documentLimit + 1_000_000 }),
      report: event => log.upstreamEvent(event),
      reportError: report,
    })
    streamClosers.push(() => ownService?.service.close())
    const cookie = createSessionCookie(url)
    const service = ownService?.service ?? null
    const maxBodyBytes = 2 * settings.documentLimit
    const data = createDataHandler({ gateway, service, cookie, publicUrl: url, maxBodyBytes })
    const isReady = createReadinessCheck(databases, documents)
    ready = {
      ...{ url, data, isLocalOnly: (ownService?.school.seedPeople.length ?? 0) > 0 },
      isReady: async () => !isStopping && (await isReady()),
    }
    return { url, port, school: ownService?.school ?? null, stop }

    function createFeed(directUrl: string) {
      return createPostgresFeed({ url: directUrl, report })
    }

    async function startService(db: Db, documents: DocumentStore) {
      const school = await prepareSchool(db, settings, {
        clock,
        random,
        documents,
        extension: options.extension,
      })
      const redirectUrl = `${url}/sign-in/callback`
      await registerApplication(
        db,
        { clientId, name: 'Staffroom', secret: clientSecret, redirectUrl },
        random,
      )
      const baseService = createService({
        db,
        clock,
        random,
        timeZone: settings.timeZone,
        publicOrigin: url,
        documentLimit: settings.documentLimit,
        ...{ documents, newHasher: createNodeHasher, sha256: nodeSha256 },
        report,
        ...(settings.database && { feed: createFeed(settings.database.directUrl) }),
        ...(options.accessTokenSeconds !== undefined && { accessTokenSeconds: options.accessTokenSeconds }),
        ...(options.rateLimit !== undefined && { rateLimit: options.rateLimit }),
      })
      closers.unshift(startSending(() => baseService.sendDueMessages(), report))
      const { timeZone } = settings
      return {
        service: options.extension?.wrap?.(baseService, { db, clock, timeZone }) ?? baseService,
        school,
      }
    }
  } catch (error) {
    await stop()
    throw isDiskFull(error) ? diskFullError(settings.dataDirectory, error) : error
  }
}

function readProgramVersion(): string {
  const file: unknown = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'))
  const hasVersion = typeof file === 'object' && file !== null && 'version' in file
  return hasVersion ? String(file.version) : '0'
}

/** For pages before sign-in. */
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
    extensions: serviceUrl === undefined,
  }
}

const defaultDrainMs = 3000
const stopTimeoutMs = 6000

/** Returns the port. Throws `StartError`. */
export function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const refuse = (cause: NodeJS.ErrnoException) =>
      reject(new StartError([describeListenError(cause, host, port)], cause))
    server.once('error', refuse)
    server.listen(port, host, () => {
      server.off('error', refuse)
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : port)
    })
  })
}

function describeListenError(cause: NodeJS.ErrnoException, host: string, port: number): string {
  if (cause.code === 'EADDRINUSE')
    return `Port ${port} is in use. Stop the other program, or set another PORT.`
  if (cause.code === 'EACCES') return `Port ${port} may not be used by this user: set PORT to one above 1023.`
  return `HOST ${host} is not an address of this machine.`
}

/** Waits for pending requests, at most 6 s. */
export async function stopServer(server: Server): Promise<void> {
  const closed = new Promise<void>(resolve => server.close(() => resolve()))
  const forceTimer = setTimeout(() => server.closeAllConnections(), stopTimeoutMs)
  // Idle connections would delay the end.
  const idleTimer = setInterval(() => server.closeIdleConnections(), 100)
  server.closeIdleConnections()
  await closed
  clearTimeout(forceTimer)
  clearInterval(idleTimer)
}

/** In ms. */
const readyTimeoutMs = 2000
/** In ms. Checks write to the disk, so a flood of requests must share them. */
const readyIntervalMs = 1000

/** Whether databases and documents can be written (rule 56). */
function createReadinessCheck(
  { sessions, school }: Databases,
  documents?: Documents,
): () => Promise<boolean> {
  let latest: { result: Promise<boolean>; at: number } | undefined
  const check = async () => {
    const row = { name: 'written_at', value: new Date().toISOString() }
    const writes = [sessions.insertInto('gateway_facts'), school?.insertInto('facts')].map(insert =>
      insert
        ?.values(row)
        .onConflict(conflict => conflict.column('name').doUpdateSet(row))
        .execute(),
    )
    const all = Promise.all([...writes, documents?.store.check()]).then(() => true)
    return Promise.race([all, wait(readyTimeoutMs, false, { ref: false })]).catch(() => false)
  }
  return () => {
    if (!latest || Math.abs(Date.now() - latest.at) > readyIntervalMs)
      latest = { result: check(), at: Date.now() }
    return latest.result
  }
}
