import { createYielder, yieldToEventLoop } from '../../lib/yieldToEventLoop.ts'

/** Computes hashes of bytes that arrive in chunks. */
export type Hasher = {
  update(piece: Uint8Array): void
  /** Returns SHA-1 and SHA-256 in hex. */
  end(): Promise<{ sha1: string; hash: string }>
}

/** Hasher that uses WebCrypto, for hosts without incremental hashes. It stores the whole file in memory. */
export function wholeHasher(): Hasher {
  const pieces: Uint8Array[] = []
  let size = 0
  return {
    update(piece) {
      pieces.push(piece.slice())
      size += piece.byteLength
    },
    async end() {
      const yieldIfDue = createYielder()
      const whole = new Uint8Array(size)
      let at = 0
      for (const piece of pieces.splice(0)) {
        whole.set(piece, at)
        at += piece.byteLength
        await yieldIfDue()
      }
      return hashesOf(whole)
    },
  }
}

/** Returns SHA-1 and SHA-256 in hex. */
export const hashesOf = async (bytes: Uint8Array<ArrayBuffer>) => ({
  sha1: await hexDigest('SHA-1', bytes),
  hash: await hexDigest('SHA-256', bytes),
})

async function hexDigest(algorithm: string, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  // Yield to the event loop first, because digest() copies the bytes synchronously.
  await yieldToEventLoop()
  const digest = new Uint8Array(await crypto.subtle.digest(algorithm, bytes))
  let text = ''
  for (const byte of digest) text += hexOfByte[byte]
  return text
}

const hexOfByte = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))
