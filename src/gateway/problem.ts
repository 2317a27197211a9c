import type { ProblemBody } from '../contract/session.ts'

/** service-facts.md. */
export function problem(
  status: number,
  name: string,
  message: string,
  headers: Record<string, string> = {},
): Response {
  const body: ProblemBody = { error: { name, message, code: status } }
  return Response.json(body, { status, headers })
}

export const signedOut = () => problem(401, 'signed_out', 'Please sign in.')

export const notFound = () => problem(404, 'not_found', 'There is nothing at this address.')

/** The service gave no usable response. */
export const failures = {
  unreachable: () =>
    problem(
      503,
      'unavailable',
      'The school service cannot be reached right now. Please try again in a moment.',
    ),
  tooSlow: () =>
    problem(504, 'timeout', 'The school service took too long to answer. Please try again in a moment.'),
  unreadable: () =>
    problem(
      502,
      'bad_gateway',
      'The school service gave an answer that cannot be used. Please try again later.',
    ),
  profileMissing: () =>
    problem(502, 'profile_missing', 'The school service did not say who this account belongs to.'),
  /** The operator's error: wrong client ID or secret. Signs out no user (rule 9). */
  misconfigured: () =>
    problem(
      500,
      'misconfigured',
      'This installation is not set up correctly for the school service. Please tell whoever runs it.',
    ),
}

export const busy = (retryAfter: string | null) =>
  problem(429, 'busy', 'The school service is busy. Please wait a moment.', {
    'Retry-After': retryAfter ?? '30',
  })
