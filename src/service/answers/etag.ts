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
  const json = JSON.stringify(body)
  const tag = await tagOf(json)
  if (isHeld(request, tag)) return notModified(tag)
  return tagged(tag, json)
}

/** A tag for what an answer is made of: the same for the same. */
export const tagOfContent = (content: unknown): Promise<string> => tagOf(JSON.stringify(content))

async function tagOf(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return `"${Array.from(digest.subarray(0, 12), byte => byte.toString(16).padStart(2, '0')).join('')}"`
}
