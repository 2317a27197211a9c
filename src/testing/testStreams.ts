/** Network between a page and the event streams, for simulated failures. */
export type TestStreams = ReturnType<typeof createTestStreams>

type OpenStream = { out: ReadableStreamDefaultController<Uint8Array>; remove: () => void }

export function createTestStreams() {
  const encoder = new TextEncoder()
  const openStreams = new Set<OpenStream>()
  let opened = 0
  let isPaused = false
  let refusal: (() => Response) | undefined
  const write = (text: string) => {
    for (const { out } of openStreams) out.enqueue(encoder.encode(text))
  }
  const end = (how: (out: OpenStream['out']) => void) => {
    for (const one of [...openStreams]) {
      one.remove()
      how(one.out)
    }
  }
  return {
    async answer(signal: AbortSignal | null | undefined, ask: () => Promise<Response>): Promise<Response> {
      opened += 1
      if (refusal) return refusal()
      const response = await ask()
      const reader = response.body?.getReader()
      if (!response.ok || !reader) return response
      let own: OpenStream | undefined
      const remove = () => {
        if (own) openStreams.delete(own)
        reader.cancel().catch(() => undefined)
      }
      const body = new ReadableStream<Uint8Array>({
        start(out) {
          own = { out, remove }
          openStreams.add(own)
          signal?.addEventListener('abort', () => {
            if (!own || !openStreams.has(own)) return
            remove()
            out.error(signal.reason)
          })
          const forward = async () => {
            for (let read = await reader.read(); !read.done; read = await reader.read()) {
              if (own && openStreams.has(own) && !isPaused) out.enqueue(read.value)
            }
            if (own && openStreams.delete(own)) out.close()
          }
          forward().catch(() => undefined)
        },
        cancel: remove,
      })
      return new Response(body, { status: response.status, headers: response.headers })
    },
    opened: () => opened,
    openCount: () => openStreams.size,
    sendEvent: (event: { kind: string; id: number; version: number }) =>
      write(`data: ${JSON.stringify(event)}\n\n`),
    write,
    /** Passes on no more data, without closing the streams. */
    pause(): void {
      isPaused = true
    },
    /** As when the access token expires. */
    end: () => end(out => out.close()),
    breakOff: () => end(out => out.error(new TypeError('network error'))),
    /** Without an argument, passes requests on again. */
    refuse(answer?: () => Response): void {
      refusal = answer
    },
  }
}
