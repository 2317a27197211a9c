import type { ProblemBody } from '../contract/session.ts'

/** `fields` has the reason for each invalid field (422). */
export class Problem extends Error {
  readonly status: number
  readonly fields: Record<string, string> | undefined
  readonly headers: Record<string, string>

  /** `name` is the error code. `message` is for users. */
  constructor(
    status: number,
    name: string,
    message: string,
    headers: Record<string, string> = {},
    fields?: Record<string, string>,
  ) {
    super(message)
    this.name = name
    this.status = status
    this.fields = fields
    this.headers = headers
  }
}

/** Not found, or not visible to the caller. */
export const notFound = (message = 'There is nothing here.') => new Problem(404, 'not_found', message)

export const forbidden = (reason: string) => new Problem(403, 'forbidden', reason)

/** RFC 6750 § 3.1. */
export const lacksScope = (scope: string) =>
  new Problem(
    403,
    'insufficient_scope',
    `This needs the scope ${scope}, which the access token does not carry.`,
    { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${scope}"` },
  )

/** `fields` by path, e.g. `resource_ids.lesson_id`. */
export function invalid(fields: Record<string, string>, detail?: string): Problem {
  const message = `Some of what was sent cannot be used${detail ? `: ${detail}` : ''}.`
  return new Problem(422, 'invalid', message, {}, Object.keys(fields).length > 0 ? fields : undefined)
}

/** service-facts.md. */
export function problemResponse(problem: Problem): Response {
  const error: ProblemBody['error'] = { name: problem.name, message: problem.message, code: problem.status }
  if (problem.fields) error.fields = problem.fields
  return Response.json({ error } satisfies ProblemBody, { status: problem.status, headers: problem.headers })
}
