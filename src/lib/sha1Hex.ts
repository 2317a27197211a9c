/** The SHA-1 of a file's bytes in hex, as the service says it; '' where the page may not compute one (plain http). */
export async function sha1Hex(file: Blob): Promise<string> {
  const { subtle } = crypto
  if (!subtle) return ''
  const digest = await subtle.digest('SHA-1', await file.arrayBuffer())
  return [...new Uint8Array(digest)].map(byte => byte.toString(16).padStart(2, '0')).join('')
}
