import { givenDocument } from '../contract/session.ts'
import { problem, tooSlow, unreachable, unreadable } from './problem.ts'
import { passBack } from './proxy.ts'
import type { AskUpstream } from './upstream.ts'

/** Ms a download may take altogether. */
const longestDownload = 10 * 60_000

/**
 * The bytes of a document by the path a pass named. Only a GET, with the session's token, to the one host; no redirect is
 * followed; what comes back is an attachment that never runs, and never more than `largest` bytes.
 */
export async function passedDocument(
  path: string,
  options: {
    authorization: string
    address: string | undefined
    signal: AbortSignal
    largest: number
    ask: AskUpstream
  },
): Promise<Response> {
  const { authorization, address, largest, ask } = options
  const enough = new AbortController()
  const signal = AbortSignal.any([options.signal, enough.signal, AbortSignal.timeout(longestDownload)])
  const headers = { Accept: '*/*', Authorization: authorization }
  const answer = await ask({ method: 'GET', path, headers, address, inSession: true, signal, long: true })
  if (answer.kind === 'unreachable') return unreachable()
  if (answer.kind === 'tooSlow') return tooSlow()
  if (answer.kind === 'unreadable') return unreadable()
  const { response } = answer
  if (Number(response.headers.get('Content-Length') ?? 0) > largest) {
    await response.body?.cancel()
    return problem(413, 'too_large', 'This file is too large to be passed on.')
  }
  const passed = passBack(response, givenDocument, undefined)
  // Named by the list it was in; what the service would call it is no matter.
  if (passed.ok) passed.headers.set('Content-Disposition', 'attachment')
  const body = passed.body && atMost(passed.body, largest, () => enough.abort())
  return new Response(body, { status: passed.status, headers: passed.headers })
}

/** Breaks off after so many bytes: a length may be missing, or a lie. */
function atMost(
  body: ReadableStream<Uint8Array>,
  largest: number,
  giveUp: () => void,
): ReadableStream<Uint8Array> {
  let length = 0
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        length += chunk.byteLength
        if (length <= largest) return controller.enqueue(chunk)
        controller.error(new Error('larger than allowed'))
        giveUp()
      },
    }),
  )
}
