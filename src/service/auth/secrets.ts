import { createCipher } from '../../lib/cipher.ts'
import { toBase64Url, toHex } from '../../lib/encoding.ts'
import { type Sha256, webSha256 } from '../../lib/sha256.ts'

/** For random secrets. For passwords see passwords.ts. */

/** 256 random bits. */
export function newSecret(random: (bytes: number) => Uint8Array): string {
  return toBase64Url(random(32))
}

/** SHA-256 in hex. A lookup by hash leaks no timing. */
export async function hashSecret(secret: string, sha256: Sha256 = webSha256): Promise<string> {
  return toHex(await sha256(secret))
}

/** Only who has the secret can decrypt. With the prefix, the key differs from the stored hash of the secret. */
export const createSecretCipher = async (secret: string, random: (bytes: number) => Uint8Array) =>
  createCipher(await webSha256(`seal ${secret}`), random)
