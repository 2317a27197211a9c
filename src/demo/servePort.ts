import {
  type FromSchool,
  type FromTab,
  isStream,
  packResponse,
  type ToSchool,
  unpackRequest,
  type Wish,
} from './portMessages.ts'
import type { School } from './school.ts'

/**
 * Answers the requests of one tab on its port. `open` returns the open school, or creates one with the options of the
 * tab. The tab gets a message when the school is open.
 */
export function servePort(port: MessagePort, open: (wish: Wish) => Promise<School>): void {
  const { promise: school, resolve: found, reject: missing } = Promise.withResolvers<School>()
  // Each request reports that the school can't be opened. Before the first one, the rejection must not count as
  // unhandled.
  school.catch(() => {})

  const answer = async (
    asked: ToSchool,
    signal: AbortSignal,
    streaming: (body: ReadableStream<Uint8Array<ArrayBuffer>>) => void,
  ): Promise<FromSchool> => {
    if (asked.kind === 'hello') open(asked.wish).then(found, missing)
    const { beginning, fetch, reset, peopleToday } = await school
    if (asked.kind === 'hello') return { kind: 'ready', beginning }
    if (asked.kind === 'reset') {
      await reset(asked.wish)
      return { kind: 'wasReset' }
    }
    if (asked.kind === 'peopleToday') return { kind: 'peopleToday', people: await peopleToday() }
    const request = unpackRequest(asked.request, signal)
    const { response, session } = await fetch(request, asked.request.session)
    if (response.body && isStream(response)) {
      streaming(response.body)
      const begun = await packResponse(new Response(null, response), session)
      return { kind: 'begun', response: begun }
    }
    const packed = await packResponse(response, session).catch(() => undefined)
    return packed ? { kind: 'answer', response: packed } : { kind: 'brokenOff' }
  }

  port.onmessage = async ({ data: asked }: MessageEvent<ToSchool>) => {
    const { reply } = asked
    const abort = new AbortController()
    let pieces: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>> | undefined
    reply.onmessage = async ({ data: said }: MessageEvent<FromTab>) => {
      if (said === 'next') return reply.postMessage(await nextOf(pieces))
      abort.abort()
      reply.close()
      await pieces?.cancel().catch(() => undefined)
    }
    const streaming = (body: ReadableStream<Uint8Array<ArrayBuffer>>) => {
      pieces = body.getReader()
    }
    const message = await answer(asked, abort.signal, streaming).catch(
      (error): FromSchool => ({ kind: 'failed', reason: String(error) }),
    )
    if (abort.signal.aborted) return
    const body = message.kind === 'answer' && message.response.body
    reply.postMessage(message, body ? [body] : [])
  }
}

async function nextOf(
  pieces: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>> | undefined,
): Promise<FromSchool> {
  try {
    const read = await pieces?.read()
    return read?.value ? { kind: 'piece', bytes: read.value } : { kind: 'over' }
  } catch {
    return { kind: 'brokenOff' }
  }
}
