export type StreamedBody = {
  stream: ReadableStream<Uint8Array>
  /** Some services need it. */
  length: string | null
}

/** Not every browser can send a stream. The demo's gateway runs in the browser. */
export const canStream: boolean = (() => {
  let isRead = false
  const init = {
    method: 'POST',
    body: new ReadableStream(),
    get duplex() {
      isRead = true
      return 'half'
    },
  }
  try {
    // Without support, the stream becomes text with a Content-Type.
    return !new Request('https://any.example', init).headers.has('Content-Type') && isRead
  } catch {
    return false
  }
})()

/**
 * Aborting `signal` fails the stream, so that the reader does not store a part. `drain` reads the rest, because a
 * sending page receives no response.
 */
export function watchBody(
  source: ReadableStream<Uint8Array>,
  {
    signal,
    onChunk,
    onDisconnected,
  }: { signal: AbortSignal; onChunk: (isLast: boolean) => void; onDisconnected: () => void },
): { stream: ReadableStream<Uint8Array>; drain: (maxBytes?: number) => Promise<void> } {
  const reader = source.getReader()
  const next = async () => {
    const read = await reader.read()
    if (!signal.aborted) onChunk(read.done)
    return read
  }
  const stream = new ReadableStream<Uint8Array>(
    {
      start: controller =>
        signal.addEventListener('abort', () => controller.error(signal.reason), { once: true }),
      async pull(controller) {
        try {
          const read = await next()
          if (signal.aborted) return
          if (read.done) controller.close()
          else controller.enqueue(read.value)
        } catch (error) {
          onDisconnected()
          throw error
        }
      },
    },
    { highWaterMark: 0 },
  )
  const drain = async (maxBytes = Number.POSITIVE_INFINITY) => {
    try {
      for (let size = 0; size <= maxBytes && !signal.aborted; ) {
        const read = await next()
        if (read.done) return
        size += read.value.byteLength
      }
    } catch {
      // The sender has disconnected.
    }
  }
  return { stream, drain }
}

/** Above `maxBytes`, calls `onExceeded` and fails. */
export function limitBytes(
  source: ReadableStream<Uint8Array>,
  maxBytes: number,
  onExceeded: () => void,
): ReadableStream<Uint8Array> {
  let length = 0
  return source.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        length += chunk.byteLength
        if (length <= maxBytes) return controller.enqueue(chunk)
        onExceeded()
        controller.error(new Error('larger than allowed'))
      },
    }),
  )
}
