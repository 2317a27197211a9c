import { toHex } from '../../lib/encoding.ts'
import { type Sha256, webSha256 } from '../../lib/sha256.ts'

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

export async function computeETag(content: unknown, sha256: Sha256 = webSha256): Promise<string> {
  const digest = await sha256(JSON.stringify(content))
  return `"${toHex(digest.subarray(0, 12))}"`
}
