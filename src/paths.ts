import type { ResourceField } from './contract/permissions.ts'

/** All addresses of the app. Screens and links use them instead of literal text. */

export type TimetableView = 'week' | 'day'

export type FilesView = 'list' | 'tiles'

type Page = { pathname: string; search: string }

/** The content whose permissions the drawer shows: its field name in the contract, and its ID. */
export type AccessOf = { field: ResourceField; id: number }

/** Query parameter that names the content: `access=todo_id.42`. */
export const accessParam = 'access'

/** Outcome of a failed sign-in, which the sign-in page explains. */
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
  /** `week` as `2026-W47`. Default: the current week, in the week view. */
  timetable: (courseId: number, show: { week?: string; view?: TimetableView } = {}) =>
    withQuery(`/classes/${courseId}/timetable`, show),
  /** `subject` is the ID of a subject, `find` a text to filter by. */
  homework: (courseId: number, show: { subject?: string; find?: string; sort?: string } = {}) =>
    withQuery(`/classes/${courseId}/homework`, show),
  /** Form for new homework. `due` as `YYYY-MM-DD`. */
  newHomework: (courseId: number, given: { subject?: string; due?: string } = {}) =>
    withQuery(`/classes/${courseId}/homework/new`, given),
  task: (courseId: number, homeworkId: number) => `/classes/${courseId}/homework/${homeworkId}`,
  changeHomework: (courseId: number, homeworkId: number) =>
    `/classes/${courseId}/homework/${homeworkId}/change`,
  /**
   * The correction desk, at the pupil `userId` or at the first to correct. `view` is the task in the place of the pupil's
   * work, `show` the filter of the list of pupils.
   */
  desk: (
    courseId: number,
    homeworkId: number,
    userId?: number,
    show: { view?: 'task'; show?: string } = {},
  ) =>
    withQuery(
      `/classes/${courseId}/homework/${homeworkId}/submissions${userId === undefined ? '' : `/${userId}`}`,
      show,
    ),
  overview: (courseId: number, homeworkId: number) => `/classes/${courseId}/homework/${homeworkId}/overview`,
  /** All chats of the user, across classes. `find` is a text to filter by. */
  chats: (show: { find?: string } = {}) => withQuery('/chats', show),
  /** A chat, at its first unread message or at `message`. */
  chat: (chatId: number, show: { message?: string; find?: string } = {}) =>
    withQuery(`/chats/${chatId}`, show),
  /** Form for a new chat. `person` is the name of the other person. */
  newChat: (given: { person?: string } = {}) => withQuery('/chats/new', given),
  /** A folder of a class, 0 for the top folder. `file` is the file in the preview, `find` a text to filter by. */
  files: (
    courseId: number,
    folderId = 0,
    show: { file?: string; find?: string; sort?: string; view?: FilesView } = {},
  ) => withQuery(`/classes/${courseId}/files${folderId === 0 ? '' : `/${folderId}`}`, show),
  /** Permissions of all people on the content of a class. `find` is a text to filter by. */
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
  /** `to` is the address after the sign-in. Read it with `safeReturnTo`. */
  signIn: (show: { notice?: SignInNotice; to?: string } = {}) => withQuery('/sign-in', show),
  signInCallback: () => '/sign-in/callback',
  authorize: () => '/auth/oauth2/authorize',
}
