import type { ResourceField } from './contract/permissions.ts'

/** Every address of the app. Screens and links name them here, never as text. */

export type TimetableView = 'week' | 'day'

export type FilesView = 'list' | 'tiles'

type Page = { pathname: string; search: string }

/** A piece of content whose access is shown: its field name in the contract, and its id. */
export type AccessOf = { field: ResourceField; id: number }

/** The part of an address that names it: `access=todo_id.42`. */
export const accessParam = 'access'

/** Where the sign-in page says why it is shown: the outcome of a sign-in that did not succeed. */
export type SignInNotice =
  | 'declined'
  | 'expired'
  | 'mismatch'
  | 'failed'
  | 'cookies'
  | 'noProfile'
  | 'unavailable'
  | 'busy'
  | 'unreadable'
  | 'misconfigured'

const withQuery = (path: string, query: Record<string, string | undefined>) => {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`
}

export const paths = {
  home: () => '/',
  /** `week` as `2026-W47`, this week when left out; `view` the week when left out. */
  timetable: (courseId: number, show: { week?: string; view?: TimetableView } = {}) =>
    withQuery(`/classes/${courseId}/timetable`, show),
  /** `subject` is a subject's id, `find` text to filter by. */
  homework: (courseId: number, show: { subject?: string; find?: string; sort?: string } = {}) =>
    withQuery(`/classes/${courseId}/homework`, show),
  /** The form for new homework; `due` as `YYYY-MM-DD`. */
  newHomework: (courseId: number, given: { subject?: string; due?: string } = {}) =>
    withQuery(`/classes/${courseId}/homework/new`, given),
  task: (courseId: number, homeworkId: number) => `/classes/${courseId}/homework/${homeworkId}`,
  changeHomework: (courseId: number, homeworkId: number) =>
    `/classes/${courseId}/homework/${homeworkId}/change`,
  /** The correction desk, at the pupil `userId` or at the first to correct. */
  desk: (courseId: number, homeworkId: number, userId?: number) =>
    `/classes/${courseId}/homework/${homeworkId}/submissions${userId === undefined ? '' : `/${userId}`}`,
  overview: (courseId: number, homeworkId: number) => `/classes/${courseId}/homework/${homeworkId}/overview`,
  /** Every chat of the person, of whatever class. `find` text to filter by. */
  chats: (show: { find?: string } = {}) => withQuery('/chats', show),
  /** One chat, at its first unread message or at `message`. */
  chat: (chatId: number, show: { message?: string; find?: string } = {}) =>
    withQuery(`/chats/${chatId}`, show),
  /** The form for a new chat, `person` the one it is to be with: a name. */
  newChat: (given: { person?: string } = {}) => withQuery('/chats/new', given),
  /** A folder of a class, 0 its topmost. `file`: the one in the preview; `find` text to filter by. */
  files: (
    courseId: number,
    folderId = 0,
    show: { file?: string; find?: string; sort?: string; view?: FilesView } = {},
  ) => withQuery(`/classes/${courseId}/files${folderId === 0 ? '' : `/${folderId}`}`, show),
  /** People by content of a class. `find` text to filter by. */
  accessMatrix: (courseId: number, show: { find?: string } = {}) =>
    withQuery(`/classes/${courseId}/access`, show),
  subject: (courseId: number, lessonId: number) => `/classes/${courseId}/subjects/${lessonId}`,
  withAccess: ({ pathname, search }: Page, { field, id }: AccessOf) => {
    const query = new URLSearchParams(search)
    query.set(accessParam, `${field}.${id}`)
    return `${pathname}?${query}`
  },
  withoutAccess: ({ pathname, search }: Page) => {
    const query = new URLSearchParams(search)
    query.delete(accessParam)
    return query.size === 0 ? pathname : `${pathname}?${query}`
  },
  tokens: () => '/settings/tokens',
  /** `to` is where to go on after signing in; read with `safeReturnTo`. */
  signIn: (show: { notice?: SignInNotice; to?: string } = {}) => withQuery('/sign-in', show),
  signInCallback: () => '/sign-in/callback',
  authorize: () => '/auth/oauth2/authorize',
}
