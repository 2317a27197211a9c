/** Answers that are not sent again to who has them already. Assumed: api.md does not speak of `ETag`. */

/** Whether the request says that it holds the answer of this tag (RFC 9110 § 13.1.2, weak comparison). */
export function isHeld(request: Request, tag: string): boolean {
  const held = request.headers.get('if-none-match')
  if (held === null) return false
  return held.trim() === '*' || held.split(',').some(each => each.trim().replace(/^W\//, '') === tag)
}

/** 304: no body, the tag alone. */
export const notModified = (tag: string): Response =>
  new Response(null, { status: 304, headers: { ETag: tag } })

/** JSON with its tag. */
export const tagged = (tag: string, json: string): Response =>
  new Response(json, { headers: { 'Content-Type': 'application/json', ETag: tag } })

/** A tag for what an answer is made of: the same for the same. */
export async function tagOfContent(content: unknown): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(content))
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return `"${Array.from(digest.subarray(0, 12), byte => byte.toString(16).padStart(2, '0')).join('')}"`
}
