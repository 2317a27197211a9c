export type Hmac = (text: string) => Promise<Uint8Array>

/** HMAC-SHA-256. Imports its key on first use: in the demo, an earlier import could reject without a handler. */
export function createHmac(bytes: Uint8Array): Hmac {
  let key: Promise<CryptoKey> | undefined
  return async text => {
    const algorithm = { name: 'HMAC', hash: 'SHA-256' }
    key ??= crypto.subtle.importKey('raw', Uint8Array.from(bytes), algorithm, false, ['sign'])
    return new Uint8Array(await crypto.subtle.sign('HMAC', await key, new TextEncoder().encode(text)))
  }
}
