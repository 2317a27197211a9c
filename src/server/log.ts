import type { IncomingMessage, ServerResponse } from 'node:http'
import { type DestinationStream, pino } from 'pino'
import { isDiskFull } from '../service/db/dialects.ts'

/**
 * One line of JSON for each call: method, route template, status, ms, request id. Never a query string, a token, a
 * code, a name or a path as it was typed.
 */
export type Log = ReturnType<typeof createLog>

/** To standard error unless another stream is given. */
export function createLog(stream: DestinationStream = standardError()) {
  const lines = pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime }, stream)
  const routes = new WeakMap<object, string>()
  return {
    /** Begins a call; its line is written when the answer is out. */
    request(request: IncomingMessage, response: ServerResponse, id: string) {
      const began = performance.now()
      response.setHeader('X-Request-Id', id)
      response.once('close', () => {
        const ms = Math.round((performance.now() - began) * 10) / 10
        const route = routes.get(request) ?? 'unknown'
        const finished = response.writableFinished
        lines.info({ id, method: request.method, route, status: response.statusCode, ms, finished }, 'call')
      })
      return { route: (template: string) => void routes.set(request, template) }
    },
    /** Names the route of a call that has begun. */
    named: (request: object, template: string) => void routes.set(request, template),
    /** What was refused before it was a call: no HTTP, or more of it than is read. */
    unreadable: (status: number) => lines.info({ route: 'malformed', status }, 'call'),
    /** What the operator must look at. */
    upstream: (event: string) => lines.warn({ event }, 'the service'),
    // A message may quote what was sent; the code and the place of an error don't.
    failed: (error: unknown) =>
      lines.error(
        {
          name: error instanceof Error ? error.name : typeof error,
          ...(codeOf(error) !== undefined && { code: codeOf(error) }),
          at: placeOf(error),
        },
        isDiskFull(error) ? 'failed: the disk is full' : 'failed',
      ),
    /** Starting and stopping. */
    note: (event: string) => lines.info(event),
  }
}

/** Maximum size of the lines that wait until standard error can be written again, in bytes. */
const maxPendingBytes = 64 * 1024

/**
 * Standard error. While it can't be written, e.g. to a file on a full disk, the process continues. Lines that failed are
 * written later; when `maxPendingBytes` of them wait, they are discarded.
 */
function standardError(): DestinationStream {
  const open = () => {
    const created = pino.destination({ fd: 2, sync: true, maxLength: maxPendingBytes })
    // Each line tries again to write.
    created.on('error', () => undefined)
    // A stream that has reached its limit only drops lines and never writes again.
    created.on('drop', () => {
      stream = open()
    })
    return created
  }
  let stream = open()
  return { write: line => void stream.write(line) }
}

/** Such as `EMFILE`. */
function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' && /^[A-Z0-9_]{1,40}$/.test(code) ? code : undefined
}

function placeOf(error: unknown): string[] {
  if (!(error instanceof Error)) return []
  return (error.stack ?? '')
    .split('\n')
    .filter(line => /^\s+at /.test(line))
    .slice(0, 8)
}
