import { Problem, problemResponse } from '../http/problem.ts'

/** For problems that are not thrown. */
export const problem = (...values: ConstructorParameters<typeof Problem>): Response =>
  problemResponse(new Problem(...values))

export const signedOut = () => new Problem(401, 'signed_out', 'Please sign in.')

/** The service gave no usable response. */
export const failures = {
  unreachable: () =>
    new Problem(
      503,
      'unavailable',
      'The school service cannot be reached right now. Please try again in a moment.',
    ),
  tooSlow: () =>
    new Problem(504, 'timeout', 'The school service took too long to answer. Please try again in a moment.'),
  unreadable: () =>
    new Problem(
      502,
      'bad_gateway',
      'The school service gave an answer that cannot be used. Please try again later.',
    ),
  profileMissing: () =>
    new Problem(502, 'profile_missing', 'The school service did not say who this account belongs to.'),
  /** The operator's error: wrong client ID or secret. Signs out no user (rule 9). */
  misconfigured: () =>
    new Problem(
      500,
      'misconfigured',
      'This installation is not set up correctly for the school service. Please tell whoever runs it.',
    ),
  busy: ({ headers }: Response) =>
    new Problem(429, 'busy', 'The school service is busy. Please wait a moment.', {
      'Retry-After': headers.get('Retry-After') ?? '30',
    }),
}
