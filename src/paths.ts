import { generatePath, type ParamParseKey } from 'react-router'
import type { ResourceField } from './contract/permissions.ts'
import { type NavigationScreenId, type ScreenId, screens } from './screens.ts'

/** Addresses of the screens in src/screens.ts, with their queries. Screens and links use them instead of literal text. */

export type TimetableView = 'week' | 'day'

export type FilesView = 'list' | 'tiles'

type Page = { pathname: string; search: string }

/** The content whose permissions the drawer shows: its field name in the contract, and its ID. */
export type ContentRef = { field: ResourceField; id: number }

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

/** IDs in the address of a screen. Optional IDs may be undefined. */
type Ids<Id extends ScreenId> = {
  [Name in ParamParseKey<(typeof screens)[Id]['path']>]: number | undefined
}

/** Returns the path of a screen. */
function pathOf<Id extends ScreenId>(id: Id, ids: Ids<Id>): string {
  const path: string = screens[id].path
  const texts = Object.entries<number | undefined>(ids).map(([name, value]) => [name, value?.toString()])
  return generatePath(path, Object.fromEntries(texts))
}

export const paths = {
  home: () => screens.home.path,
  /** A screen of the navigation. Screens that belong to no class ignore `courseId`. */
  inNavigation: (id: NavigationScreenId, courseId: number) =>
    generatePath<string>(screens[id].path, { courseId: String(courseId) }),
  /** `week` as `2026-W47`. Default: the current week, in the week view. */
  timetable: (courseId: number, show: { week?: string; view?: TimetableView } = {}) =>
    withQuery(pathOf('timetable', { courseId }), show),
  /** `subject` is the ID of a subject, `find` a text to filter by. */
  homework: (courseId: number, show: { subject?: string; find?: string; sort?: string } = {}) =>
    withQuery(pathOf('homework', { courseId }), show),
  /** Form for new homework. `due` as `YYYY-MM-DD`. */
  newHomework: (courseId: number, given: { subject?: string; due?: string } = {}) =>
    withQuery(pathOf('newHomework', { courseId }), given),
  task: (courseId: number, homeworkId: number) => pathOf('task', { courseId, homeworkId }),
  changeHomework: (courseId: number, homeworkId: number) =>
    pathOf('changeHomework', { courseId, homeworkId }),
  /**
   * The correction desk, at the pupil `userId` or at the first to correct. `view` is the task in the place of the pupil's
   * work, `show` the filter of the list of pupils.
   */
  desk: (
    courseId: number,
    homeworkId: number,
    userId?: number,
    show: { view?: 'task'; show?: string } = {},
  ) => withQuery(pathOf('desk', { courseId, homeworkId, userId }), show),
  overview: (courseId: number, homeworkId: number) => pathOf('overview', { courseId, homeworkId }),
  /** All chats of the user, across classes. `find` is a text to filter by. */
  chats: (show: { find?: string } = {}) => withQuery(screens.chats.path, show),
  /** A chat, at its first unread message or at `message`. */
  chat: (chatId: number, show: { message?: string; find?: string } = {}) =>
    withQuery(pathOf('chat', { chatId }), show),
  /** Form for a new chat. `person` is the name of the other person, `user` their ID. */
  newChat: (given: { person?: string; user?: string } = {}) => withQuery(screens.newChat.path, given),
  /** A folder of a class, 0 for the top folder. `file` is the file in the preview, `find` a text to filter by. */
  files: (
    courseId: number,
    folderId = 0,
    show: { file?: string; find?: string; sort?: string; view?: FilesView } = {},
  ) => withQuery(pathOf('files', { courseId, folderId: folderId === 0 ? undefined : folderId }), show),
  /** The people and items of a class with their roles. `person` is the key of the chosen person: `user.42`. */
  access: (courseId: number, show: { person?: string } = {}) =>
    withQuery(pathOf('access', { courseId }), show),
  subject: (courseId: number, lessonId: number) => pathOf('subject', { courseId, lessonId }),
  withAccess: ({ pathname, search }: Page, { field, id }: ContentRef) => {
    const query = new URLSearchParams(search)
    query.set(accessParam, `${field}.${id}`)
    return `${pathname}?${query}`
  },
  withoutAccess: ({ pathname, search }: Page) => {
    const query = new URLSearchParams(search)
    query.delete(accessParam)
    return query.size === 0 ? pathname : `${pathname}?${query}`
  },
  tokens: () => screens.tokens.path,
  /** `to` is the address after the sign-in. Read it with `safeReturnTo`. */
  signIn: (show: { notice?: SignInNotice; to?: string } = {}) => withQuery(screens.signIn.path, show),
  /** The school's service returns here with the code. It is no screen. */
  signInCallback: () => '/sign-in/callback',
  authorize: () => screens.authorize.path,
}
