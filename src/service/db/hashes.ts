import { takeTurns, turn } from '../../lib/turn.ts'

/** Hashes bytes as they come. */
export type Hasher = {
  update(piece: Uint8Array): void
  /** In hex: SHA-1 and SHA-256. */
  end(): Promise<{ sha1: string; hash: string }>
}

/** By WebCrypto, which hashes only what it has whole: for hosts without a hash that takes pieces. */
export function wholeHasher(): Hasher {
  const pieces: Uint8Array[] = []
  let size = 0
  return {
    update(piece) {
      pieces.push(piece.slice())
      size += piece.byteLength
    },
    async end() {
      const turnIfDue = takeTurns()
      const whole = new Uint8Array(size)
      let at = 0
      for (const piece of pieces.splice(0)) {
        whole.set(piece, at)
        at += piece.byteLength
        await turnIfDue()
      }
      return hashesOf(whole)
    },
  }
}

/** SHA-1 and SHA-256 in hex. */
export const hashesOf = async (bytes: Uint8Array<ArrayBuffer>) => ({
  sha1: await hexDigest('SHA-1', bytes),
  hash: await hexDigest('SHA-256', bytes),
})

async function hexDigest(algorithm: string, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  // The platform copies them first, which takes its time by itself.
  await turn()
  const digest = new Uint8Array(await crypto.subtle.digest(algorithm, bytes))
  let text = ''
  for (const byte of digest) text += hexOfByte[byte]
  return text
}

const hexOfByte = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))
