import type { IncomingMessage, ServerResponse } from 'node:http'
import { type DestinationStream, pino } from 'pino'
import { isDiskFull } from '../service/db/dialects.ts'

/** Lines never contain query strings, tokens, codes, names or requested paths. */
export type Log = ReturnType<typeof createLog>

export function createLog(stream: DestinationStream = standardError()) {
  const logger = pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime }, stream)
  const routes = new WeakMap<object, string>()
  return {
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
    setRoute: (request: object, template: string) => void routes.set(request, template),
    malformed: (status: number) => logger.info({ route: 'malformed', status }, 'call'),
    upstreamEvent: (event: string) => logger.warn({ event }, 'the service'),
    // The message may contain data of the request.
    error: (error: unknown) =>
      logger.error(
        {
          name: error instanceof Error ? error.name : typeof error,
          ...(getErrorCode(error) !== undefined && { code: getErrorCode(error) }),
          at: getStackLines(error),
        },
        isDiskFull(error) ? 'failed: the disk is full' : 'failed',
      ),
    info: (event: string) => logger.info(event),
  }
}

/** Bytes, while standard error can't be written. */
const maxPendingBytes = 64 * 1024

/** Delays lines, or drops them above the limit. */
function standardError(): DestinationStream {
  const open = () => {
    const created = pino.destination({ fd: 2, sync: true, maxLength: maxPendingBytes })
    created.on('error', () => undefined)
    // A stream at its limit never writes again, so replace it.
    created.on('drop', () => {
      stream = open()
    })
    return created
  }
  let stream = open()
  return { write: line => void stream.write(line) }
}

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
