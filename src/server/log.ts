import type { IncomingMessage, ServerResponse } from 'node:http'
import { type DestinationStream, pino } from 'pino'
import { isDiskFull } from '../service/db/dialects.ts'

/**
 * The server log: one line of JSON per request, with method, route template, status, duration in ms and request ID. It
 * never contains a query string, a token, a code, a name or a path as requested.
 */
export type Log = ReturnType<typeof createLog>

/** Creates the log. By default it writes to standard error. */
export function createLog(stream: DestinationStream = standardError()) {
  const logger = pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime }, stream)
  const routes = new WeakMap<object, string>()
  return {
    /** Registers a request. Its line is written when the response is closed. */
    request(request: IncomingMessage, response: ServerResponse, id: string) {
      const startedAt = performance.now()
      response.setHeader('X-Request-Id', id)
      response.once('close', () => {
        const ms = Math.round((performance.now() - startedAt) * 10) / 10
        const route = routes.get(request) ?? 'unknown'
        const finished = response.writableFinished
        logger.info({ id, method: request.method, route, status: response.statusCode, ms, finished }, 'call')
      })
      return { route: (template: string) => void routes.set(request, template) }
    },
    /** Sets the route of a registered request. */
    setRoute: (request: object, template: string) => void routes.set(request, template),
    /** Logs a request that the parser refused: not HTTP, or too large. */
    malformed: (status: number) => logger.info({ route: 'malformed', status }, 'call'),
    /** Logs an event at the service that the operator must know. */
    upstreamEvent: (event: string) => logger.warn({ event }, 'the service'),
    // A message may contain data of the request. The code and the stack do not.
    error: (error: unknown) =>
      logger.error(
        {
          name: error instanceof Error ? error.name : typeof error,
          ...(getErrorCode(error) !== undefined && { code: getErrorCode(error) }),
          at: getStackLines(error),
        },
        isDiskFull(error) ? 'failed: the disk is full' : 'failed',
      ),
    /** Logs the start and the end of the process. */
    info: (event: string) => logger.info(event),
  }
}

/** Maximum size of the lines that wait while standard error can't be written, in bytes. */
const maxPendingBytes = 64 * 1024

/**
 * Creates a stream to standard error. The process continues while it can't be written, e.g. to a file on a full disk.
 * Failed lines are written later. If they exceed `maxPendingBytes`, they are dropped.
 */
function standardError(): DestinationStream {
  const open = () => {
    const created = pino.destination({ fd: 2, sync: true, maxLength: maxPendingBytes })
    // The next line tries again.
    created.on('error', () => undefined)
    // A stream that has reached its limit drops all lines and never writes again, so it is replaced.
    created.on('drop', () => {
      stream = open()
    })
    return created
  }
  let stream = open()
  return { write: line => void stream.write(line) }
}

/** Returns the error code, e.g. `EMFILE`. */
function getErrorCode(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' && /^[A-Z0-9_]{1,40}$/.test(code) ? code : undefined
}

function getStackLines(error: unknown): string[] {
  if (!(error instanceof Error)) return []
  return (error.stack ?? '')
    .split('\n')
    .filter(line => /^\s+at /.test(line))
    .slice(0, 8)
}
