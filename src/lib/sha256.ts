/** Hashes a text as UTF-8. */
export type Sha256 = (text: string) => Uint8Array | Promise<Uint8Array>

export const webSha256: Sha256 = async text =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
