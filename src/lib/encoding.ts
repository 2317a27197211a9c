/** Bytes as base64url text without padding (RFC 4648 § 5): safe in a URL and in a cookie. */
export function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

/** Throws for text that is none. */
export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, letter => letter.charCodeAt(0))
}

/** The SHA-1 of a file's bytes in hex, as the service says it; '' where the page may not compute one (plain http). */
export async function sha1Hex(file: Blob): Promise<string> {
  const { subtle } = crypto
  if (!subtle) return ''
  const digest = await subtle.digest('SHA-1', await file.arrayBuffer())
  return [...new Uint8Array(digest)].map(byte => byte.toString(16).padStart(2, '0')).join('')
}

/** A random UUID. `crypto.randomUUID` is missing on plain http, where a school may run this. */
export function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
