/** A request or response body that is passed through as it arrives. */
export type StreamedBody = {
  stream: ReadableStream<Uint8Array>
  /** Content-Length of the page's request, for services that need it. */
  length: string | null
}

/**
 * Whether this environment can send a stream as a request body. Not every browser can (in the demo the gateway runs in
 * the browser). Without it, bodies are buffered.
 */
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
    // An environment without support converts the stream to text and sets a Content-Type.
    return !new Request('https://any.example', init).headers.has('Content-Type') && isRead
  } catch {
    return false
  }
})()

/**
 * Passes the bytes through without buffering. Calls `arrived` for each chunk, and `brokenOff` if the sender
 * disconnects. The stream fails when `signal` is aborted, so that the reader stores nothing. If the reader stops early,
 * `rest` reads to the end: a page that is still sending would not receive the response.
 */
export function watched(
  source: ReadableStream<Uint8Array>,
  {
    signal,
    arrived,
    brokenOff,
  }: { signal: AbortSignal; arrived: (isLast: boolean) => void; brokenOff: () => void },
): { stream: ReadableStream<Uint8Array>; rest: () => Promise<void> } {
  const reader = source.getReader()
  const next = async () => {
    const read = await reader.read()
    if (!signal.aborted) arrived(read.done)
    return read
  }
  const stream = new ReadableStream<Uint8Array>(
    {
      start: controller =>
        signal.addEventListener('abort', () => controller.error(signal.reason), { once: true }),
      async pull(controller) {
        try {
          const read = await next()
          // Aborted in the meantime.
          if (signal.aborted) return
          if (read.done) controller.close()
          else controller.enqueue(read.value)
        } catch (error) {
          brokenOff()
          throw error
        }
      },
    },
    { highWaterMark: 0 },
  )
  const rest = async () => {
    try {
      while (!signal.aborted && !(await next()).done);
    } catch {
      // The sender has disconnected, so no response is needed.
    }
  }
  return { stream, rest }
}

/** Passes at most `most` bytes through. Then calls `exceeded` and fails. */
export function atMost(
  source: ReadableStream<Uint8Array>,
  most: number,
  exceeded: () => void,
): ReadableStream<Uint8Array> {
  let length = 0
  return source.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        length += chunk.byteLength
        if (length <= most) return controller.enqueue(chunk)
        exceeded()
        controller.error(new Error('larger than allowed'))
      },
    }),
  )
}
