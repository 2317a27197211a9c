/** A body that passes through as it comes. */
export type StreamedBody = {
  stream: ReadableStream<Uint8Array>
  /** As the page said it: services that count on a length get theirs. */
  length: string | null
}

/** Not every browser sends what is a stream (a demo's gateway runs in one); there a body is held whole. */
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
    // One that knows no streams takes it for an object, and makes a text of that.
    return !new Request('https://any.example', init).headers.has('Content-Type') && isRead
  } catch {
    return false
  }
})()

/**
 * The same bytes, none held. `arrived` hears of each piece, and `brokenOff` when whoever sends has gone. It ends with
 * `signal` too: whoever reads it then keeps nothing. Where nobody reads it to its end, `rest` does: a page that is still
 * sending would not hear an answer before.
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
          // Ended meanwhile.
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
      // Gone; nobody waits for an answer any more.
    }
  }
  return { stream, rest }
}

/** The same bytes up to `most`; then `exceeded` is called, and it breaks off. */
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
