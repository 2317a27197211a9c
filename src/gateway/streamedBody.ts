export type StreamedBody = {
  stream: ReadableStream<Uint8Array>
  /** Some services need it. */
  length: string | null
}

/** Not every browser can send a stream. The demo's gateway runs in the browser. */
export const canStream = 'duplex' in Request.prototype

/**
 * The reader of `stream` may stop early. `drain` then reads the rest, because a page receives no response while it sends.
 * `onEnd` is called after the last byte.
 */
export function drainable(
  source: ReadableStream<Uint8Array>,
  onEnd = () => {},
): { stream: ReadableStream<Uint8Array>; drain: (maxBytes?: number) => Promise<void> } {
  const reader = source.getReader()
  const readNext = async () => {
    const read = await reader.read()
    if (read.done) onEnd()
    return read
  }
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const read = await readNext()
        if (read.done) controller.close()
        else controller.enqueue(read.value)
      },
    },
    { highWaterMark: 0 },
  )
  const drain = async (maxBytes = Number.POSITIVE_INFINITY) => {
    try {
      for (let size = 0; size <= maxBytes; ) {
        const read = await readNext()
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
  onExceeded = () => {},
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
