import { base64Url } from '../../lib/encoding.ts'

/** Random secrets: bearer tokens, codes, client secrets. Stored as their hash only; passwords are in passwords.ts. */

const text = new TextEncoder()

/** A secret of 256 random bits, as 43 characters that need no escaping in a URL. */
export function newSecret(random: (bytes: number) => Uint8Array): string {
  return base64Url(random(32))
}

/** SHA-256 in hex: enough for what is random, and looking it up by hash tells an attacker nothing by its timing. */
export async function hashSecret(secret: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', text.encode(secret))
  return [...new Uint8Array(digest)].map(byte => byte.toString(16).padStart(2, '0')).join('')
}

/** Compares two texts of equal length in a time that depends on the length alone (cases 39). */
export function sameText(a: string, b: string): boolean {
  if (a.length !== b.length) return false
  let difference = 0
  for (let index = 0; index < a.length; index += 1) difference |= a.charCodeAt(index) ^ b.charCodeAt(index)
  return difference === 0
}
