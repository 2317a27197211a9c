/** Streams between a page and the service, for simulated failures. */
export type TestStreams = ReturnType<typeof createTestStreams>

type OpenStream = { controller: ReadableStreamDefaultController<Uint8Array>; remove: () => void }

export function createTestStreams() {
  const encoder = new TextEncoder()
  const openStreams = new Set<OpenStream>()
  let requestCount = 0
  let isPaused = false
  let refusal: (() => Response) | undefined
  const write = (text: string) => {
    for (const { controller } of openStreams) controller.enqueue(encoder.encode(text))
  }
  const endStreams = (endStream: (out: OpenStream['controller']) => void) => {
    for (const stream of [...openStreams]) {
      stream.remove()
      endStream(stream.controller)
    }
  }
  return {
    async respond(signal: AbortSignal | null | undefined, send: () => Promise<Response>): Promise<Response> {
      requestCount += 1
      if (refusal) return refusal()
      const response = await send()
      const reader = response.body?.getReader()
      if (!response.ok || !reader) return response
      let stream: OpenStream | undefined
      const remove = () => {
        if (stream) openStreams.delete(stream)
        reader.cancel().catch(() => undefined)
      }
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          stream = { controller, remove }
          openStreams.add(stream)
          signal?.addEventListener('abort', () => {
            if (!stream || !openStreams.has(stream)) return
            remove()
            controller.error(signal.reason)
          })
          const forward = async () => {
            for (let read = await reader.read(); !read.done; read = await reader.read()) {
              if (stream && openStreams.has(stream) && !isPaused) controller.enqueue(read.value)
            }
            if (stream && openStreams.delete(stream)) controller.close()
          }
          forward().catch(() => undefined)
        },
        cancel: remove,
      })
      return new Response(body, { status: response.status, headers: response.headers })
    },
    requestCount: () => requestCount,
    openCount: () => openStreams.size,
    sendEvent: (event: { kind: string; id: number; version: number }) =>
      write(`data: ${JSON.stringify(event)}\n\n`),
    write,
    /** Drops data without closing the streams. */
    pause(): void {
      isPaused = true
    },
    end: () => endStreams(out => out.close()),
    breakOff: () => endStreams(out => out.error(new TypeError('network error'))),
    /** Without an argument, requests succeed again. */
    refuse(createResponse?: () => Response): void {
      refusal = createResponse
    },
  }
}
