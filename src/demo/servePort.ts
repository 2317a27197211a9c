import {
  isStream,
  packResponse,
  type SchoolMessage,
  type SchoolPreset,
  type SchoolRequest,
  type TabSignal,
  unpackRequest,
} from './portMessages.ts'
import type { School } from './school.ts'

export function servePort(port: MessagePort, open: (preset: SchoolPreset) => Promise<School>): void {
  const { promise: school, resolve: resolveSchool, reject: rejectSchool } = Promise.withResolvers<School>()
  // Each request reports the error, so it is not unhandled.
  school.catch(() => {})

  const respond = async (
    received: SchoolRequest,
    signal: AbortSignal,
    onStream: (body: ReadableStream<Uint8Array<ArrayBuffer>>) => void,
  ): Promise<SchoolMessage> => {
    if (received.kind === 'hello') open(received.preset).then(resolveSchool, rejectSchool)
    const { openReason, fetch, reset, peopleToday } = await school
    if (received.kind === 'hello') return { kind: 'ready', openReason }
    if (received.kind === 'reset') {
      await reset(received.preset)
      return { kind: 'wasReset' }
    }
    if (received.kind === 'peopleToday') return { kind: 'peopleToday', people: await peopleToday() }
    const request = unpackRequest(received.request, signal)
    const { response, session } = await fetch(request, received.request.session)
    if (response.body && isStream(response)) {
      onStream(response.body)
      const begun = await packResponse(new Response(null, response), session)
      return { kind: 'begun', response: begun }
    }
    const packed = await packResponse(response, session).catch(() => undefined)
    return packed ? { kind: 'answer', response: packed } : { kind: 'brokenOff' }
  }

  port.onmessage = async ({ data: received }: MessageEvent<SchoolRequest>) => {
    const { reply } = received
    const abort = new AbortController()
    let pieces: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>> | undefined
    reply.onmessage = async ({ data: command }: MessageEvent<TabSignal>) => {
      if (command === 'next') return reply.postMessage(await readNext(pieces))
      abort.abort()
      reply.close()
      await pieces?.cancel().catch(() => undefined)
    }
    const onStream = (body: ReadableStream<Uint8Array<ArrayBuffer>>) => {
      pieces = body.getReader()
    }
    const message = await respond(received, abort.signal, onStream).catch(
      (error): SchoolMessage => ({ kind: 'failed', reason: String(error) }),
    )
    if (abort.signal.aborted) return
    const body = message.kind === 'answer' && message.response.body
    reply.postMessage(message, body ? [body] : [])
  }
}

async function readNext(
  pieces: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>> | undefined,
): Promise<SchoolMessage> {
  try {
    const read = await pieces?.read()
    return read?.value ? { kind: 'piece', bytes: read.value } : { kind: 'over' }
  } catch {
    return { kind: 'brokenOff' }
  }
}
