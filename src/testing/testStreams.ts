/** What lies between a page and the service's streams of events, for tests that decide what befalls one there. */
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
    /** Hands on what the service answers to `GET /events`. */
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
    /** Asked for so far. */
    opened: () => opened,
    /** Open now. */
    standing: () => standing.size,
    say: (event: { kind: string; id: number; version: number }) =>
      write(`data: ${JSON.stringify(event)}\n\n`),
    write,
    /** Nothing comes through any more, and nobody says so. */
    mute(): void {
      isMute = true
    },
    /** Ends all, as with the access token. */
    end: () => end(out => out.close()),
    /** The network between fails. */
    cut: () => end(out => out.error(new TypeError('network error'))),
    /** From now on there is none; given nothing, there is again. */
    refuse(answer?: () => Response): void {
      refusal = answer
    },
  }
}
