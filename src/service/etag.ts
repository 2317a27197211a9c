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

/** JSON, made already or as it is read, with its tag. */
export const tagged = (tag: string, json: BodyInit): Response =>
  new Response(json, { headers: { 'Content-Type': 'application/json', ETag: tag } })

/** JSON with a tag of its bytes, or 304 where the request holds just that: for answers that are quickly made. */
export async function taggedByContent(request: Request, body: unknown): Promise<Response> {
  const bytes = new TextEncoder().encode(JSON.stringify(body))
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  const tag = `"${Array.from(digest.subarray(0, 12), byte => byte.toString(16).padStart(2, '0')).join('')}"`
  if (isHeld(request, tag)) return notModified(tag)
  return tagged(tag, bytes)
}
