import { base64Url } from '../../lib/encoding.ts'

/**
 * Random secrets: bearer tokens, codes and client secrets. Only their hashes are stored. For passwords see
 * passwords.ts.
 */

const text = new TextEncoder()

/** Returns a secret of 256 random bits, as 43 characters that need no escaping in a URL. */
export function newSecret(random: (bytes: number) => Uint8Array): string {
  return base64Url(random(32))
}

/**
 * Returns the SHA-256 in hex, which is sufficient for random secrets. The timing of a lookup by hash gives an attacker
 * no information.
 */
export async function hashSecret(secret: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', text.encode(secret))
  return [...new Uint8Array(digest)].map(byte => byte.toString(16).padStart(2, '0')).join('')
}

/** Compares two texts in a time that depends only on their length (rule 39). */
export function sameText(a: string, b: string): boolean {
  if (a.length !== b.length) return false
  let difference = 0
  for (let index = 0; index < a.length; index += 1) difference |= a.charCodeAt(index) ^ b.charCodeAt(index)
  return difference === 0
}
