import { toBase64Url, toHex } from '../../lib/encoding.ts'
import { type Sha256, webSha256 } from '../../lib/sha256.ts'

/** For random secrets. For passwords see passwords.ts. */

const text = new TextEncoder()

/** 256 random bits. */
export function newSecret(random: (bytes: number) => Uint8Array): string {
  return toBase64Url(random(32))
}

/** SHA-256 in hex. A lookup by hash leaks no timing. */
export async function hashSecret(secret: string, sha256: Sha256 = webSha256): Promise<string> {
  return toHex(await sha256(secret))
}

/** The time depends only on the length (rule 39). */
export function isEqualInConstantTime(a: string, b: string): boolean {
  if (a.length !== b.length) return false
  let difference = 0
  for (let index = 0; index < a.length; index += 1) difference |= a.charCodeAt(index) ^ b.charCodeAt(index)
  return difference === 0
}

export const ivBytes = 12

/** AES-GCM. The nonce precedes the content. */
export async function sealBytes(
  secret: string,
  content: string,
  random: (bytes: number) => Uint8Array,
): Promise<Uint8Array<ArrayBuffer>> {
  const iv = Uint8Array.from(random(ivBytes))
  const encrypted = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv },
    await keyOf(secret),
    text.encode(content),
  )
  const sealed = new Uint8Array(ivBytes + encrypted.byteLength)
  sealed.set(iv)
  sealed.set(new Uint8Array(encrypted), ivBytes)
  return sealed
}

/** Throws if the secret is wrong or the bytes were changed. */
export async function openBytes(secret: string, sealed: Uint8Array<ArrayBuffer>): Promise<string> {
  const parameters = { name: 'AES-GCM', iv: sealed.subarray(0, ivBytes) }
  const opened = await crypto.subtle.decrypt(parameters, await keyOf(secret), sealed.subarray(ivBytes))
  return new TextDecoder().decode(opened)
}

// With the prefix, the key differs from the stored hash of the secret.
async function keyOf(secret: string): Promise<CryptoKey> {
  const digest = await crypto.subtle.digest('SHA-256', text.encode(`seal ${secret}`))
  return crypto.subtle.importKey('raw', digest, 'AES-GCM', false, ['encrypt', 'decrypt'])
}
