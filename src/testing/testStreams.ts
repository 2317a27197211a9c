/** Fake network between a page and the event streams of the service, for tests that simulate its failures. */
export type TestStreams = ReturnType<typeof createTestStreams>

type Standing = { out: ReadableStreamDefaultController<Uint8Array>; leave: () => void }

export function createTestStreams() {
  const encoder = new TextEncoder()
  const standing = new Set<Standing>()
  let opened = 0
  let isMute = false
  let refusal: (() => Response) | undefined
  const write = (text: string) => {
    for (const { out } of standing) out.enqueue(encoder.encode(text))
  }
  const end = (how: (out: Standing['out']) => void) => {
    for (const one of [...standing]) {
      one.leave()
      how(one.out)
    }
  }
  return {
    /** Passes on the response of the service to `GET /events`. */
    async answer(signal: AbortSignal | null | undefined, ask: () => Promise<Response>): Promise<Response> {
      opened += 1
      if (refusal) return refusal()
      const response = await ask()
      const reader = response.body?.getReader()
      if (!response.ok || !reader) return response
      let own: Standing | undefined
      const leave = () => {
        if (own) standing.delete(own)
        reader.cancel().catch(() => undefined)
      }
      const body = new ReadableStream<Uint8Array>({
        start(out) {
          own = { out, leave }
          standing.add(own)
          signal?.addEventListener('abort', () => {
            if (!own || !standing.has(own)) return
            leave()
            out.error(signal.reason)
          })
          const handOn = async () => {
            for (let read = await reader.read(); !read.done; read = await reader.read()) {
              if (own && standing.has(own) && !isMute) out.enqueue(read.value)
            }
            if (own && standing.delete(own)) out.close()
          }
          handOn().catch(() => undefined)
        },
        cancel: leave,
      })
      return new Response(body, { status: response.status, headers: response.headers })
    },
    /** Number of streams requested so far. */
    opened: () => opened,
    /** Number of open streams. */
    standing: () => standing.size,
    say: (event: { kind: string; id: number; version: number }) =>
      write(`data: ${JSON.stringify(event)}\n\n`),
    write,
    /** Passes on no more data, without closing the streams. */
    mute(): void {
      isMute = true
    },
    /** Closes all streams, as the service does when the access token expires. */
    end: () => end(out => out.close()),
    /** Ends all streams with a network error. */
    cut: () => end(out => out.error(new TypeError('network error'))),
    /** Answers the following requests with this response. Without an argument, passes them on again. */
    refuse(answer?: () => Response): void {
      refusal = answer
    },
  }
}
