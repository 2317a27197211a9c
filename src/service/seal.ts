import { base64Url, fromBase64Url } from '../lib/base64Url.ts'

/**
 * Seals a text under a secret of 256 random bits (AES-GCM): what is stored is of use only to who still has the secret.
 */
export async function sealWith(
  secret: string,
  text: string,
  random: (bytes: number) => Uint8Array,
): Promise<string> {
  const iv = Uint8Array.from(random(12))
  const key = await keyOf(secret)
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, new TextEncoder().encode(text))
  return `${base64Url(iv)}.${base64Url(new Uint8Array(sealed))}`
}

/** Opens what `sealWith` sealed; throws when the secret is another or the text was changed. */
export async function openWith(secret: string, sealed: string): Promise<string> {
  const [iv = '', content = ''] = sealed.split('.')
  const parameters = { name: 'AES-GCM', iv: fromBase64Url(iv) }
  const opened = await crypto.subtle.decrypt(parameters, await keyOf(secret), fromBase64Url(content))
  return new TextDecoder().decode(opened)
}

// Another text than the one that is hashed for storage: the stored hash must not be the key.
async function keyOf(secret: string): Promise<CryptoKey> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`seal ${secret}`))
  return crypto.subtle.importKey('raw', digest, 'AES-GCM', false, ['encrypt', 'decrypt'])
}
