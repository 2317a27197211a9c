import { createYielder } from './yieldToEventLoop.ts'

/** In bytes, so that checking one piece is quick. */
const maxChunkBytes = 65_536
/** In bytes. A body that arrives byte by byte must not become millions of objects. */
const minChunkBytes = 512

/** In ms. */
const cancelDelay = 100

/** Yields to the event loop between pieces. Cancels the rest if the caller stops early. */
export async function* readChunks(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  const yieldIfDue = createYielder()
  const buffer = new Uint8Array(minChunkBytes)
  let filled = 0
  // Not every browser can iterate a stream.
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
    // Not awaited, so that the caller can respond now. Delayed, because `formData()` of Node fails if it is
    // cancelled during a read.
    if (!isComplete) setTimeout(() => reader.cancel().catch(() => undefined), cancelDelay)
  }
}

/** Returns undefined as soon as the body exceeds `maxBytes`. */
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
