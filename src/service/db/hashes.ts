import { toHex } from '../../lib/encoding.ts'
import { createYielder, yieldToEventLoop } from '../../lib/yieldToEventLoop.ts'

export type Hasher = {
  update(chunk: Uint8Array): void
  /** In hex: `hash` is SHA-256. */
  digest(): Promise<{ sha1: string; hash: string }>
}

/** Buffers the whole file, for hosts without incremental hashes. */
export function createBufferingHasher(): Hasher {
  const chunks: Uint8Array[] = []
  let size = 0
  return {
    update(chunk) {
      chunks.push(chunk.slice())
      size += chunk.byteLength
    },
    async digest() {
      const yieldIfDue = createYielder()
      const bytes = new Uint8Array(size)
      let offset = 0
      for (const chunk of chunks.splice(0)) {
        bytes.set(chunk, offset)
        offset += chunk.byteLength
        await yieldIfDue()
      }
      return computeHashes(bytes)
    },
  }
}

export const computeHashes = async (bytes: Uint8Array<ArrayBuffer>) => ({
  sha1: await hexDigest('SHA-1', bytes),
  hash: await hexDigest('SHA-256', bytes),
})

async function hexDigest(algorithm: string, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  // digest() copies the bytes synchronously.
  await yieldToEventLoop()
  return toHex(new Uint8Array(await crypto.subtle.digest(algorithm, bytes)))
}
