import { Hono } from 'hono'
import { notFound, Problem, problemResponse } from '../http/problem.ts'
import { type Sha256, webSha256 } from '../lib/sha256.ts'
import { readBearerToken } from './auth/authenticate.ts'
import { createWindows } from './auth/fixedWindow.ts'
import { createLimits } from './auth/limits.ts'
import { hashSecret } from './auth/secrets.ts'
import { sendDueMessages } from './content/dueMessages.ts'
import { createGrantExpiry } from './content/expiredGrants.ts'
import { isDiskFull, isUnavailable } from './db/dialects.ts'
import { type DocumentStore, StoreUnavailable } from './db/documentStore.ts'
import { createBufferingHasher, type Hasher } from './db/hashes.ts'
import { createBytesCache } from './http/bytesCache.ts'
import { createIdempotencyKeys } from './idempotency.ts'
import type { ChangeFeed } from './live/changeFeed.ts'
import { createLive } from './live/live.ts'
import type { RequestContext, ServiceContext } from './requestContext.ts'
import { oauthRoutes } from './routes/auth.ts'
import { avatarRoutes } from './routes/avatars.ts'
import { calendarRoutes } from './routes/calendars.ts'
import { chatRoutes } from './routes/chats.ts'
import { courseRoutes } from './routes/classes.ts'
import { documentRoutes } from './routes/documents.ts'
import { eventRoutes } from './routes/events.ts'
import { fileRoutes } from './routes/files.ts'
import { homeworkRoutes } from './routes/homework.ts'
import { lessonRoutes } from './routes/lessons.ts'
import { markingRoutes } from './routes/marking.ts'
import { meRoutes } from './routes/me.ts'
import { messageRoutes } from './routes/messages.ts'
import { permissionRoutes } from './routes/permissions.ts'
import { voteRoutes } from './routes/polls.ts'
import type { Route } from './routes/route.ts'
import { scheduledMessageRoutes } from './routes/scheduledMessages.ts'
import { settingRoutes } from './routes/settings.ts'
import { submissionRoutes } from './routes/submissions.ts'
import { timelineRoutes } from './routes/timeline.ts'
import { personalTokenRoutes } from './routes/tokens.ts'

/** Requires a migrated database and a cryptographically secure `random`. */
export type ServiceOptions = Pick<ServiceContext, 'db' | 'clock' | 'random' | 'timeZone'> & {
  /** Of addresses in responses. A proxy may change the request's. Default: the origin of the request. */
  publicOrigin?: string
  /** Requests per minute and address. Default: 300. */
  rateLimit?: number
  /** In seconds. Default: 3600. */
  accessTokenSeconds?: number
  /** In bytes. Larger files cause 413. Default: 20 MB. */
  documentLimit?: number
  /** Changes of other processes. Required with PostgreSQL. */
  feed?: ChangeFeed
  documents: DocumentStore
  /** The default buffers the whole file. */
  newHasher?: () => Hasher
  /** The default is Web Crypto. */
  sha256?: Sha256
  report?: (error: unknown) => void
}

/** In bytes. */
const timelineCacheSize = 8_000_000

export type Service = {
  /**
   * Requests `inSession` have their own rate limit, so that strangers behind the same router can't exhaust it (rule
   * 41).
   */
  fetch(request: Request, client?: { address: string; inSession?: boolean }): Promise<Response>
  /** Sends the scheduled messages whose time has come. The host calls it every few seconds. */
  sendDueMessages(): Promise<void>
  close(): void
}

export const routes: readonly Route[] = [
  ...oauthRoutes,
  ...personalTokenRoutes,
  ...meRoutes,
  ...permissionRoutes,
  ...courseRoutes,
  ...lessonRoutes,
  ...timelineRoutes,
  ...homeworkRoutes,
  ...submissionRoutes,
  ...markingRoutes,
  ...documentRoutes,
  ...chatRoutes,
  ...messageRoutes,
  ...scheduledMessageRoutes,
  ...voteRoutes,
  ...fileRoutes,
  ...avatarRoutes,
  ...eventRoutes,
  ...calendarRoutes,
  ...settingRoutes,
]

export function createService(options: ServiceOptions): Service {
  const { db, clock, random, timeZone, accessTokenSeconds = 3600 } = options
  const { documentLimit = 20 * 1024 * 1024 } = options
  const { documents, newHasher = createBufferingHasher } = options
  const { sha256 = webSha256 } = options
  const windows = createWindows(db, clock)
  const limits = createLimits({ clock, windows, requestsPerMinute: options.rateLimit ?? 300 })
  const live = createLive({
    ...{ db, clock, feed: options.feed, report: options.report },
    onHeartbeat: () => void endExpiredGrants().catch(options.report ?? (() => undefined)),
  })
  const endExpiredGrants = createGrantExpiry({ db, clock, live })
  const serviceContext: ServiceContext = {
    ...{ db, clock, random, timeZone, accessTokenSeconds, documentLimit, documents, newHasher, sha256 },
    publicOrigin: options.publicOrigin,
    limits,
    timelines: createBytesCache(timelineCacheSize),
    idempotencyKeys: createIdempotencyKeys({ clock, random }),
    live,
  }
  const app = createApp(serviceContext, options.report)
  return {
    async fetch(request, client = { address: '' }) {
      const { address } = client
      const rateLimitKey = getRateLimitKey(request, client)
      const bearerToken = readBearerToken(request)
      const readTokenHash = bearerToken === undefined ? undefined : () => hashSecret(bearerToken, sha256)
      const response = await limits
        .limitRequests(rateLimitKey, readTokenHash, async token => {
          await endExpiredGrants()
          return app.fetch(request, { address, token })
        })
        .catch((error: unknown) => errorResponse(error, request, options.report))
      if (!response.headers.has('Cache-Control')) response.headers.set('Cache-Control', 'no-store')
      response.headers.set('X-Content-Type-Options', 'nosniff')
      return response
    },
    sendDueMessages: () => sendDueMessages({ db, clock, live: serviceContext.live, report: options.report }),
    close: () => serviceContext.live.close(),
  }
}

/** Sessions, calendars and other programs behind one address do not use up each other's requests (rule 41). */
function getRateLimitKey({ url }: Request, { address, inSession }: { address: string; inSession?: boolean }) {
  if (inSession) return `signed in at ${address}`
  return new URL(url).pathname.startsWith('/calendar/') ? `calendars at ${address}` : address
}

function createApp(serviceContext: ServiceContext, report: ServiceOptions['report']) {
  const app = new Hono<{ Bindings: Pick<RequestContext, 'address' | 'token'> }>()
  const methods = new Map<string, string[]>()
  for (const { endpoint, handle } of routes) {
    const path = endpoint.base + endpoint.path
    methods.set(path, [...(methods.get(path) ?? []), endpoint.method])
    app.on(endpoint.method, path, context =>
      handle({ request: context.req.raw, params: context.req.param(), ...context.env }, serviceContext),
    )
  }
  for (const [path, allowed] of methods) app.all(path, () => Promise.reject(methodNotAllowed(allowed)))
  app.notFound(() => problemResponse(notFound()))
  app.onError((error, { req }) => errorResponse(error, req.raw, report))
  return app
}

function errorResponse(error: unknown, request: Request, report: ServiceOptions['report']): Response {
  if (error instanceof Problem) return problemResponse(error)
  if (!request.signal.aborted) report?.(error)
  if (isDiskFull(error)) return problemResponse(new Problem(503, 'disk_full', diskFull, retrySoon))
  const message =
    error instanceof StoreUnavailable
      ? storeUnavailable
      : isUnavailable(error)
        ? databaseUnavailable
        : undefined
  if (message !== undefined) return problemResponse(new Problem(503, 'unavailable', message, retrySoon))
  return problemResponse(new Problem(500, 'internal', 'Something went wrong here. Please try again.'))
}

const databaseUnavailable = 'The school’s database cannot be reached at the moment. Please try again.'
const storeUnavailable =
  'Where the school’s files are kept cannot be reached at the moment. Please try again.'
/** Rule 56. */
export const diskFull = 'The disk of the server is full. Nothing was saved; please try again later.'
const retrySoon = { 'Retry-After': '2' }

function methodNotAllowed(allowed: string[]): Problem {
  const Allow = [...allowed, ...(allowed.includes('GET') ? ['HEAD'] : [])].join(', ')
  return new Problem(405, 'method_not_allowed', `Here only ${Allow} is answered.`, { Allow })
}
