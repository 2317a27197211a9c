/** Every address of the app. Screens and links name them here, never as text. */

export type TimetableView = 'week' | 'day'

/** Where the sign-in page says why it is shown: the outcome of a sign-in that did not succeed. */
export type SignInNotice = 'declined' | 'expired' | 'mismatch' | 'failed'

const withQuery = (path: string, query: Record<string, string | undefined>) => {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`
}

export const paths = {
  home: () => '/',
  /** `week` as `2026-W47`, this week when left out; `view` the week when left out. */
  timetable: (courseId: number, show: { week?: string; view?: TimetableView } = {}) =>
    withQuery(`/classes/${courseId}/timetable`, show),
  tokens: () => '/settings/tokens',
  /** `to` is where to go on after signing in; read with `safeReturnTo`. */
  signIn: (show: { notice?: SignInNotice; to?: string } = {}) => withQuery('/sign-in', show),
  signInCallback: () => '/sign-in/callback',
  authorize: () => '/auth/oauth2/authorize',
}
