import type { ProblemBody } from '../../contract/session.ts'

/** A refusal: thrown anywhere, rendered in one place. `fields` says for 422 which field is wrong and why. */
export class Problem extends Error {
  readonly status: number
  readonly fields: Record<string, string> | undefined
  readonly headers: Record<string, string>

  /** `name` is the machine's word of the error body, `message` a sentence for a person. */
  constructor(
    status: number,
    name: string,
    message: string,
    fields?: Record<string, string>,
    headers: Record<string, string> = {},
  ) {
    super(message)
    this.name = name
    this.status = status
    this.fields = fields
    this.headers = headers
  }
}

/** Unknown, or not for this caller to know about: the answer is the same. */
export const notFound = (what = 'There is nothing here.') => new Problem(404, 'not_found', what)

/** Known to the caller, but refused. */
export const forbidden = (why: string) => new Problem(403, 'forbidden', why)

/** The access token does not carry the scope (RFC 6750 § 3.1). */
export const lacksScope = (scope: string) =>
  new Problem(
    403,
    'insufficient_scope',
    `This needs the scope ${scope}, which the access token does not carry.`,
    undefined,
    { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${scope}"` },
  )

/** Fields are wrong, by path such as `resource_ids.lesson_id`; `about` says what is wrong with the whole. */
export function invalid(fields: Record<string, string>, about?: string): Problem {
  const message = `Some of what was sent cannot be used${about ? `: ${about}` : ''}.`
  return new Problem(422, 'invalid', message, Object.keys(fields).length > 0 ? fields : undefined)
}

/** The error body of every endpoint (service-facts.md). */
export function problemResponse(problem: Problem): Response {
  const error: ProblemBody['error'] = { name: problem.name, message: problem.message, code: problem.status }
  if (problem.fields) error.fields = problem.fields
  return Response.json({ error } satisfies ProblemBody, { status: problem.status, headers: problem.headers })
}
