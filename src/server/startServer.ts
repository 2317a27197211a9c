import { randomBytes, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import packageFile from '../../package.json' with { type: 'json' }
import { createGateway } from '../gateway/gateway.ts'
import { registerApplication } from '../service/applications.ts'
import { seedPeople } from '../service/seed/people.ts'
import { createService } from '../service/service.ts'
import { appSettings } from './appSettings.ts'
import { createSessionCookie } from './cookie.ts'
import { createData, type Data, isData } from './data.ts'
import { keptSecret, prepareDataDirectory } from './dataDirectory.ts'
import { listen, stopServer } from './listening.ts'
import type { Log } from './log.ts'
import { openSchool, openSessions } from './openDatabase.ts'
import { createPages, isNavigation } from './pages.ts'
import { prepareSchool, type SchoolState } from './school.ts'
import type { Settings } from './settings.ts'

export type ServerOptions = {
  settings: Settings
  /** The built app. */
  pagesDirectory: string
  log: Log
  /** Unix milliseconds; the system's unless given. */
  clock?: () => number
  /** For tests of the session over time: seconds an access token of our own service lives. */
  accessTokenSeconds?: number
  /** Requests per minute and address at our own service. */
  rateLimit?: number
}

export type RunningServer = {
  /** The origin people open. */
  url: string
  port: number
  /** Of our own service; null before somebody else's. */
  school: SchoolState | null
  /** Takes no more calls, finishes those that run (10 s at most), closes the database. */
  stop(): Promise<void>
}

/**
 * Starts pages, gateway and, unless a foreign service is set, the service. Throws `StartError`. The port is taken
 * first: a second start on it touches no data.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { settings, log, clock = Date.now } = options
  const random = (bytes: number) => new Uint8Array(randomBytes(bytes))
  const pages = createPages(options.pagesDirectory)
  prepareDataDirectory(settings.dataDirectory)

  let answerData: Data | undefined
  let redirectTo: string | undefined
  const server = createServer((request, response) => {
    const done = log.request(request, response, randomUUID())
    const [path = '/'] = (request.url ?? '/').split('?')
    if (isData(path)) return dataListener(request, response)
    // The session's cookie and the redirect URL belong to one name of this machine: localhost.
    if (
      redirectTo &&
      isNavigation(request) &&
      /^(?:127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(request.headers.host ?? '')
    ) {
      response.writeHead(302, { Location: redirectTo + request.url, 'Cache-Control': 'no-store' })
      return response.end()
    }
    done.route(isNavigation(request) ? 'page' : 'file')
    pages(request, response)
  })
  const dataListener = getRequestListener(
    async (request, env) => {
      if (!answerData) return new Response('Starting\n', { status: 503, headers: { 'Retry-After': '1' } })
      const address = env.incoming.socket?.remoteAddress ?? ''
      const { response, route } = await answerData(request, address)
      log.named(env.incoming, route)
      return response
    },
    {
      overrideGlobalObjects: false,
      errorHandler(error) {
        log.failed(error)
        const body = {
          error: { name: 'internal', message: 'Something went wrong here. Please try again.', code: 500 },
        }
        return Response.json(body, { status: 500 })
      },
    },
  )
  const port = await listen(server, settings.host, settings.port)
  const closing: (() => Promise<void>)[] = []
  const stop = async () => {
    await stopServer(server)
    for (const close of closing.splice(0)) await close()
  }
  try {
    const url = settings.publicUrl ?? `http://localhost:${port}`
    const sessions = await openSessions(join(settings.dataDirectory, 'sessions.sqlite'))
    closing.push(() => sessions.destroy())
    const foreign = settings.foreign
    const clientId = foreign?.clientId ?? settings.clientId
    const clientSecret =
      foreign?.clientSecret ?? settings.clientSecret ?? keptSecret(settings.dataDirectory, 'client-secret')
    const sealKey = Buffer.from(keptSecret(settings.dataDirectory, 'session-key'), 'base64url')

    const own = foreign ? null : await startService()
    const gateway = createGateway({
      db: sessions,
      upstream: own ? own.service.fetch : request => fetch(request),
      serviceUrl: foreign?.url ?? url,
      clientId,
      clientSecret,
      settings: appSettings(settings, url, clientId, own?.school.hasSeedPeople ? seedPeople.slice(0, 3) : []),
      appOrigin: url,
      clock,
      random,
      seal: { key: sealKey },
      version: packageFile.version,
      report: event => log.upstream(event),
    })
    const isHealthy = () =>
      sessions
        .selectFrom('gateway_facts')
        .select('name')
        .execute()
        .then(
          () => true,
          () => false,
        )
    const cookie = createSessionCookie(url)
    answerData = createData({ gateway, service: own?.service ?? null, cookie, publicUrl: url, isHealthy })
    if (new URL(url).hostname === 'localhost') redirectTo = url
    return { url, port, school: own?.school ?? null, stop }

    async function startService() {
      const db = await openSchool(join(settings.dataDirectory, 'staffroom.sqlite'))
      closing.push(() => db.destroy())
      const school = await prepareSchool(db, settings, { clock, random })
      const redirectUrl = `${url}/sign-in/callback`
      await registerApplication(
        db,
        { clientId, name: 'Staffroom', secret: clientSecret, redirectUrl },
        random,
      )
      const service = createService({
        db,
        clock,
        random,
        timeZone: settings.timeZone,
        documentedOnly: settings.documentedOnly,
        report: error => log.failed(error),
        ...(options.accessTokenSeconds !== undefined && { accessTokenSeconds: options.accessTokenSeconds }),
        ...(options.rateLimit !== undefined && { rateLimit: options.rateLimit }),
      })
      return { service, school }
    }
  } catch (error) {
    await stop()
    throw error
  }
}
