/** Encodes bytes as base64url without padding (RFC 4648 § 5), for URLs and cookies. */
export function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

/** Decodes base64url. Throws if the text is not valid. */
export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, letter => letter.charCodeAt(0))
}

/**
 * Returns the SHA-1 of a file in hex, in the format of the service. Returns an empty string where the browser can't
 * compute it (plain http).
 */
export async function sha1Hex(file: Blob): Promise<string> {
  const { subtle } = crypto
  if (!subtle) return ''
  const digest = await subtle.digest('SHA-1', await file.arrayBuffer())
  return [...new Uint8Array(digest)].map(byte => byte.toString(16).padStart(2, '0')).join('')
}

/** Returns a random UUID. `crypto.randomUUID` does not exist on plain http, which a school may use. */
export function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
