import type { IncomingMessage, ServerResponse } from 'node:http'
import { type DestinationStream, pino } from 'pino'

/**
 * One line of JSON for each call: method, route template, status, ms, request id. Never a query string, a token, a
 * code, a name or a path as it was typed.
 */
export type Log = ReturnType<typeof createLog>

/** To standard error unless another stream is given. */
export function createLog(stream: DestinationStream = pino.destination({ fd: 2, sync: true })) {
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
    // A message may quote what was sent; the place it came from may not.
    failed: (error: unknown) =>
      lines.error({ name: error instanceof Error ? error.name : typeof error, at: placeOf(error) }, 'failed'),
    /** Starting and stopping. */
    note: (event: string) => lines.info(event),
  }
}

function placeOf(error: unknown): string[] {
  if (!(error instanceof Error)) return []
  return (error.stack ?? '')
    .split('\n')
    .filter(line => /^\s+at /.test(line))
    .slice(0, 8)
}
