/** RFC 9110 § 13.1.2, weak comparison. Assumed. */
export function matchesETag(request: Request, etag: string): boolean {
  const ifNoneMatch = request.headers.get('if-none-match')
  if (ifNoneMatch === null) return false
  return (
    ifNoneMatch.trim() === '*' ||
    ifNoneMatch.split(',').some(each => each.trim().replace(/^W\//, '') === etag)
  )
}

export const notModified = (etag: string): Response =>
  new Response(null, { status: 304, headers: { ETag: etag } })

export const jsonWithETag = (etag: string, json: string): Response =>
  new Response(json, { headers: { 'Content-Type': 'application/json', ETag: etag } })

export async function computeETag(content: unknown): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(content))
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return `"${Array.from(digest.subarray(0, 12), byte => byte.toString(16).padStart(2, '0')).join('')}"`
}
