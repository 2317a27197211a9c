import { type FromSchool, packResponse, type ToSchool, unpackRequest, type Wish } from './portMessages.ts'
import type { School } from './school.ts'

/**
 * Answers what one tab asks over its port. `open` makes the school as the tab wishes, or answers the one that is there or
 * on its way; the tab hears when it is there.
 */
export function servePort(port: MessagePort, open: (wish: Wish) => Promise<School>): void {
  const running = new Map<number, AbortController>()
  const { promise: school, resolve: found, reject: missing } = Promise.withResolvers<School>()
  const say = (message: FromSchool, moved: Transferable[] = []) => port.postMessage(message, moved)

  // Whoever asks hears of a school that can't be; until then it is nobody's unhandled failure.
  school.catch(() => {})

  const answer = async (message: Extract<ToSchool, { kind: 'request' }>) => {
    const abort = new AbortController()
    running.set(message.id, abort)
    try {
      const request = unpackRequest(message.request, abort.signal)
      const { response, session } = await (await school).fetch(request, message.request.session)
      const packed = await packResponse(response, session).catch(() => undefined)
      if (abort.signal.aborted) return
      if (packed) say({ kind: 'answer', id: message.id, response: packed }, packed.body ? [packed.body] : [])
      else say({ kind: 'brokenOff', id: message.id })
    } catch (error) {
      say({ kind: 'failed', id: message.id, reason: String(error) })
    } finally {
      running.delete(message.id)
    }
  }

  port.onmessage = ({ data: message }: MessageEvent<ToSchool>) => {
    if (message.kind === 'request') void answer(message)
    if (message.kind === 'abort') running.get(message.id)?.abort()
    if (message.kind === 'hello') {
      open(message.wish).then(found, missing)
      school.then(
        ({ beginning }) => say({ kind: 'ready', beginning }),
        error => say({ kind: 'unusable', reason: String(error) }),
      )
    }
    if (message.kind === 'reset') {
      school
        .then(({ reset }) => reset(message.wish))
        .then(
          () => say({ kind: 'wasReset', id: message.id }),
          error => say({ kind: 'failed', id: message.id, reason: String(error) }),
        )
    }
  }
}
