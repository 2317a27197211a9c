import { createYielder } from './yieldToEventLoop.ts'

/** Maximum size of a piece, in bytes, so that checking one is quick. */
const maxPieceBytes = 65_536
/**
 * Minimum size of a piece, in bytes. Smaller chunks are joined, so that a body that arrives byte by byte is not stored
 * as millions of objects.
 */
const minPieceBytes = 512

/** Delay before the rest is cancelled, in ms. */
const untilCancelled = 100

/**
 * Splits a body into pieces of moderate size, and yields to the event loop between them. If the caller stops early, the
 * rest is cancelled.
 */
export async function* bodyPieces(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  const yieldIfDue = createYielder()
  const gathered = new Uint8Array(minPieceBytes)
  let filled = 0
  // Uses a reader, because not every browser can iterate a stream.
  const reader = body.getReader()
  let isWhole = false
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      const chunk = read.value as Uint8Array<ArrayBuffer>
      await yieldIfDue()
      if (filled + chunk.byteLength < minPieceBytes) {
        gathered.set(chunk, filled)
        filled += chunk.byteLength
        continue
      }
      if (filled > 0) yield gathered.slice(0, filled)
      filled = 0
      for (let at = 0; at < chunk.byteLength; at += maxPieceBytes) {
        await yieldIfDue()
        yield chunk.subarray(at, at + maxPieceBytes)
      }
    }
    isWhole = true
    if (filled > 0) yield gathered.slice(0, filled)
  } finally {
    // Not awaited, because the caller wants to respond now and cancelling may close the connection. Delayed until the
    // pending read has finished: `formData()` of Node fails if it is cancelled during a read.
    if (!isWhole) setTimeout(() => reader.cancel().catch(() => undefined), untilCancelled)
  }
}

/** Reads a whole body. Returns undefined as soon as it exceeds `most` bytes. */
export async function wholeBody(
  body: ReadableStream<Uint8Array> | null,
  most: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (!body) return new Uint8Array()
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of bodyPieces(body)) {
    size += piece.byteLength
    if (size > most) return undefined
    pieces.push(piece)
  }
  const yieldIfDue = createYielder()
  const whole = new Uint8Array(size)
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.byteLength
    await yieldIfDue()
  }
  return whole
}
