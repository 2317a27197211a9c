import { Hono } from 'hono'
import { notFound, Problem, problemResponse } from './answers/problem.ts'
import { createBigLists } from './answers/streamRows.ts'
import { createWindows } from './auth/fixedWindow.ts'
import { createGuesses } from './auth/guesses.ts'
import { createRateLimit } from './auth/rateLimit.ts'
import { isDiskFull, isUnavailable } from './db/dialects.ts'
import { type DocumentStore, StoreUnavailable } from './db/documentStore.ts'
import { type Hasher, wholeHasher } from './db/hashes.ts'
import { tableStore } from './db/tableStore.ts'
import type { ChangeFeed } from './live/changeFeed.ts'
import { createLive } from './live/live.ts'
import { oauthRoutes } from './routes/auth.ts'
import { avatarRoutes } from './routes/avatars.ts'
import { chatRoutes } from './routes/chats.ts'
import { courseRoutes } from './routes/classes.ts'
import { documentRoutes } from './routes/documents.ts'
import { eventRoutes } from './routes/events.ts'
import { fileRoutes } from './routes/files.ts'
import { homeworkRoutes } from './routes/homework.ts'
import { lessonRoutes } from './routes/lessons.ts'
import { meRoutes } from './routes/me.ts'
import { messageRoutes } from './routes/messages.ts'
import { permissionRoutes } from './routes/permissions.ts'
import { voteRoutes } from './routes/polls.ts'
import type { Tools } from './routes/requestContext.ts'
import type { Route } from './routes/route.ts'
import { submissionRoutes } from './routes/submissions.ts'
import { timelineRoutes } from './routes/timeline.ts'
import { personalTokenRoutes } from './routes/tokens.ts'

/** The database is migrated already; randomness is crypto-grade in the hosts, seeded in tests. */
export type ServiceOptions = Pick<Tools, 'db' | 'clock' | 'random' | 'timeZone'> & {
  /** Requests per minute and address, default 300. */
  rateLimit?: number
  /** Answers 404 to every endpoint below /api/v2 that api.md does not have, and offers no `extension` of the others. */
  documentedOnly?: boolean
  /** Life of an access token, default 3600. */
  accessTokenSeconds?: number
  /** Largest file of an upload in bytes, default 20 MB; beyond it 413. */
  documentLimit?: number
  /** Brings the changes of other processes; with PostgreSQL there are no live updates without it. */
  feed?: ChangeFeed
  /** Where the bytes of documents are kept; in the database unless given. */
  documents?: DocumentStore
  /** Hashes what is uploaded piece by piece; without it a file is held whole for that. */
  newHasher?: () => Hasher
  /** Told of what went wrong inside, for the host's log; the caller only hears that something did. */
  report?: (error: unknown) => void
}

export type Service = {
  /**
   * `from.address` is what the rate limit and the throttle of guesses count by. `inSession`: the host knows that somebody
   * signed in asks. They are counted apart, so that no stranger behind the same router uses up what they need (cases 41).
   */
  fetch(request: Request, from?: { address: string; inSession?: boolean }): Promise<Response>
  /** Ends the streams of those who listen. */
  close(): void
}

/** Everything the service answers, in the order it is read about in api.md. */
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
  ...documentRoutes,
  ...chatRoutes,
  ...messageRoutes,
  ...voteRoutes,
  ...fileRoutes,
  ...avatarRoutes,
  ...eventRoutes,
]

/** The REST service over a database; on SQLite it remembers itself who asked how often. */
export function createService(options: ServiceOptions): Service {
  const { db, clock, random, timeZone, accessTokenSeconds = 3600, documentedOnly = false } = options
  const { documentLimit = 20 * 1024 * 1024 } = options
  const { documents = tableStore(db, clock), newHasher = wholeHasher } = options
  const windows = createWindows(db, clock)
  const tools: Tools = {
    ...{ db, clock, random, timeZone, accessTokenSeconds, documentLimit, documents, newHasher },
    guesses: createGuesses(clock, windows),
    bigLists: createBigLists(),
    live: createLive({ db, clock, feed: options.feed, report: options.report }),
    isDocumentedOnly: documentedOnly,
  }
  const app = createApp(tools, documentedOnly, options.report)
  const limited = createRateLimit(options.rateLimit ?? 300, clock, windows)
  return {
    async fetch(request, from = { address: '' }) {
      const counted = from.inSession ? `signed in at ${from.address}` : from.address
      const response = await limited(counted, async () => app.fetch(request, from)).catch((error: unknown) =>
        failed(error, request, options.report),
      )
      if (!response.headers.has('Cache-Control')) response.headers.set('Cache-Control', 'no-store')
      response.headers.set('X-Content-Type-Options', 'nosniff')
      return response
    },
    close: () => tools.live.close(),
  }
}

function createApp(tools: Tools, documentedOnly: boolean, report: ServiceOptions['report']) {
  const app = new Hono<{ Bindings: { address: string } }>()
  const methods = new Map<string, string[]>()
  for (const { endpoint, answer } of routes) {
    const path = endpoint.base + endpoint.path
    if (documentedOnly && endpoint.assumed !== undefined && endpoint.base === '/api/v2') {
      app.on(endpoint.method, path, () => Promise.reject(notFound()))
      continue
    }
    methods.set(path, [...(methods.get(path) ?? []), endpoint.method])
    app.on(endpoint.method, path, context =>
      answer({ request: context.req.raw, params: context.req.param(), address: context.env.address }, tools),
    )
  }
  for (const [path, allowed] of methods) app.all(path, () => Promise.reject(methodNotAllowed(allowed)))
  app.notFound(() => problemResponse(notFound()))
  app.onError((error, { req }) => failed(error, req.raw, report))
  return app
}

function failed(error: unknown, request: Request, report: ServiceOptions['report']): Response {
  if (error instanceof Problem) return problemResponse(error)
  // Who has gone away needs no answer, and is nothing to report.
  if (!request.signal.aborted) report?.(error)
  if (isDiskFull(error)) return problemResponse(new Problem(503, 'disk_full', diskFull, undefined, soon))
  const sentence =
    error instanceof StoreUnavailable
      ? storeUnavailable
      : isUnavailable(error)
        ? databaseUnavailable
        : undefined
  if (sentence !== undefined)
    return problemResponse(new Problem(503, 'unavailable', sentence, undefined, soon))
  return problemResponse(new Problem(500, 'internal', 'Something went wrong here. Please try again.'))
}

/** What a caller hears while the database can't be written or read; nothing of the request was kept. */
const databaseUnavailable = 'The school’s database cannot be reached at the moment. Please try again.'
const storeUnavailable =
  'Where the school’s files are kept cannot be reached at the moment. Please try again.'
/** Message for a write that failed because the disk is full (cases 56). */
export const diskFull = 'The disk of the server is full. Nothing was saved; please try again later.'
const soon = { 'Retry-After': '2' }

function methodNotAllowed(allowed: string[]): Problem {
  const Allow = [...allowed, ...(allowed.includes('GET') ? ['HEAD'] : [])].join(', ')
  return new Problem(405, 'method_not_allowed', `Here only ${Allow} is answered.`, undefined, { Allow })
}
