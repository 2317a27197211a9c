import { createYielder } from './yieldToEventLoop.ts'

/** Maximum size of a piece, in bytes, so that checking one is quick. */
const maxChunkBytes = 65_536
/**
 * Minimum size of a piece, in bytes. Smaller chunks are joined, so that a body that arrives byte by byte is not stored
 * as millions of objects.
 */
const minChunkBytes = 512

/** Delay before the rest is cancelled, in ms. */
const cancelDelay = 100

/**
 * Splits a body into pieces of moderate size, and yields to the event loop between them. If the caller stops early, the
 * rest is cancelled.
 */
export async function* readChunks(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  const yieldIfDue = createYielder()
  const buffer = new Uint8Array(minChunkBytes)
  let filled = 0
  // Uses a reader, because not every browser can iterate a stream.
  const reader = body.getReader()
  let isComplete = false
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      const chunk = read.value as Uint8Array<ArrayBuffer>
      await yieldIfDue()
      if (filled + chunk.byteLength < minChunkBytes) {
        buffer.set(chunk, filled)
        filled += chunk.byteLength
        continue
      }
      if (filled > 0) yield buffer.slice(0, filled)
      filled = 0
      for (let at = 0; at < chunk.byteLength; at += maxChunkBytes) {
        await yieldIfDue()
        yield chunk.subarray(at, at + maxChunkBytes)
      }
    }
    isComplete = true
    if (filled > 0) yield buffer.slice(0, filled)
  } finally {
    // Not awaited, because the caller wants to respond now and cancelling may close the connection. Delayed until the
    // pending read has finished: `formData()` of Node fails if it is cancelled during a read.
    if (!isComplete) setTimeout(() => reader.cancel().catch(() => undefined), cancelDelay)
  }
}

/** Reads a whole body. Returns undefined as soon as it exceeds `maxBytes` bytes. */
export async function readWholeBody(
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (!body) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const piece of readChunks(body)) {
    size += piece.byteLength
    if (size > maxBytes) return undefined
    chunks.push(piece)
  }
  const yieldIfDue = createYielder()
  const whole = new Uint8Array(size)
  let at = 0
  for (const piece of chunks) {
    whole.set(piece, at)
    at += piece.byteLength
    await yieldIfDue()
  }
  return whole
}
