import { takeTurns } from './turn.ts'

/** No piece is larger, so that looking through one is quick. */
const largest = 65_536
/** Smaller ones wait for more: a body that comes byte by byte must not be kept as millions of objects. */
const smallest = 512

/** Milliseconds. */
const untilCancelled = 100

/** Pieces that are easy to work with, and turns for others between them. Who stops early cancels the rest. */
export async function* bodyPieces(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  const turnIfDue = takeTurns()
  const gathered = new Uint8Array(smallest)
  let filled = 0
  // By a reader, since not every browser iterates streams.
  const reader = body.getReader()
  let isWhole = false
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      const chunk = read.value as Uint8Array<ArrayBuffer>
      await turnIfDue()
      if (filled + chunk.byteLength < smallest) {
        gathered.set(chunk, filled)
        filled += chunk.byteLength
        continue
      }
      if (filled > 0) yield gathered.slice(0, filled)
      filled = 0
      for (let at = 0; at < chunk.byteLength; at += largest) {
        await turnIfDue()
        yield chunk.subarray(at, at + largest)
      }
    }
    isWhole = true
    if (filled > 0) yield gathered.slice(0, filled)
  } finally {
    // Not waited for: who stops early wants to answer now, and on a connection that cancelling may end. What is being read
    // just then must have come, too: Node's own forms fail where they are cancelled in between.
    if (!isWhole) setTimeout(() => reader.cancel().catch(() => undefined), untilCancelled)
  }
}

/** A whole body in one piece; `undefined` as soon as it is more than `most` bytes. */
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
  const turnIfDue = takeTurns()
  const whole = new Uint8Array(size)
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.byteLength
    await turnIfDue()
  }
  return whole
}
