import { generatePath, type ParamParseKey } from 'react-router'
import type { ResourceField } from './contract/permissions.ts'
import { type NavigationScreenId, type ScreenId, screens } from './screens.ts'

/** Addresses of the screens in src/screens.ts. Links use them instead of literal text. */

export type TimetableView = 'week' | 'day'

export type FilesView = 'list' | 'tiles'

type Page = { pathname: string; search: string }

/** Field name in the contract, and ID. */
export type ContentRef = { field: ResourceField; id: number }

/**
 * Router state of a link to the new chat form. The form validates it. `remindsOf`: ID of the homework, or key of the
 * message, that the first message reminds of.
 */
export type NewChatState = {
  /** Class with the names of the people. Without it, the names come from loaded lists. */
  courseId?: number
  userIds: readonly number[]
  name?: string
  message?: string
  remindsOf?: number
  /** Each person gets the message alone, in their direct chat. */
  separate?: boolean
}

/** Router state of a link to a chat. `message` is put into the field, above other text there. */
export type ChatState = { toWrite: true; message?: string; remindsOf?: number }

/** E.g. `access=todo_id.42`. */
export const accessParam = 'access'

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
  const parameters = Object.entries(query).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  )
  return parameters.length === 0 ? path : `${path}?${new URLSearchParams(parameters)}`
}

/** Optional IDs may be undefined. */
type Ids<Id extends ScreenId> = {
  [Name in ParamParseKey<(typeof screens)[Id]['path']>]: number | undefined
}

function pathOf<Id extends ScreenId>(id: Id, ids: Ids<Id>): string {
  const path: string = screens[id].path
  const texts = Object.entries<number | undefined>(ids).map(([name, value]) => [name, value?.toString()])
  return generatePath(path, Object.fromEntries(texts))
}

export const paths = {
  home: () => screens.home.path,
  day: () => screens.day.path,
  /** `date`: `YYYY-MM-DD`. Default: the next day with own lessons. */
  coverSheet: (show: { date?: string } = {}) => withQuery(screens.coverSheet.path, show),
  /** Screens that belong to no class ignore `courseId`. */
  inNavigation: (id: NavigationScreenId, courseId: number) =>
    generatePath<string>(screens[id].path, { courseId: String(courseId) }),
  /** `week`: `2026-W47`. Default: this week. */
  timetable: (courseId: number, show: { week?: string; view?: TimetableView } = {}) =>
    withQuery(pathOf('timetable', { courseId }), show),
  /** `subject`: ID. `find`: text to filter by. */
  homework: (courseId: number, show: { subject?: string; find?: string; sort?: string } = {}) =>
    withQuery(pathOf('homework', { courseId }), show),
  /** `due`: `YYYY-MM-DD`. `from`: ID of homework to use again. */
  newHomework: (courseId: number, options: { subject?: string; due?: string; from?: string } = {}) =>
    withQuery(pathOf('newHomework', { courseId }), options),
  task: (courseId: number, homeworkId: number) => pathOf('task', { courseId, homeworkId }),
  changeHomework: (courseId: number, homeworkId: number) =>
    pathOf('changeHomework', { courseId, homeworkId }),
  /**
   * At the pupil `userId`, or at the first to correct. `view`: the task instead of the pupil's work. `show`:
   * filter of the pupils.
   */
  desk: (
    courseId: number,
    homeworkId: number,
    userId?: number,
    show: { view?: 'task'; show?: string } = {},
  ) => withQuery(pathOf('desk', { courseId, homeworkId, userId }), show),
  overview: (courseId: number, homeworkId: number) => pathOf('overview', { courseId, homeworkId }),
  papers: (courseId: number, homeworkId: number) => pathOf('papers', { courseId, homeworkId }),
  /** All chats of the user, across classes. */
  chats: (show: { find?: string } = {}) => withQuery(screens.chats.path, show),
  /** At its first unread message, or at `message`. */
  chat: (chatId: number, show: { message?: string; find?: string } = {}) =>
    withQuery(pathOf('chat', { chatId }), show),
  /** `person`: name of the other user, `user`: their ID. */
  /** `draft`: key of an unfinished chat. */
  newChat: (options: { person?: string; user?: string; draft?: string } = {}) =>
    withQuery(screens.newChat.path, options),
  /** `folder` 0 is the top folder. `file`: shown in the preview. */
  files: (
    courseId: number,
    folderId = 0,
    show: { file?: string; find?: string; sort?: string; view?: FilesView } = {},
  ) => withQuery(pathOf('files', { courseId, folderId: folderId === 0 ? undefined : folderId }), show),
  /** `person`: `user.42`. */
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
  /** `to`: address after the sign-in. Read it with `safeReturnTo`. */
  signIn: (show: { notice?: SignInNotice; to?: string } = {}) => withQuery(screens.signIn.path, show),
  /** The school's service returns here with the code. It is no screen. */
  signInCallback: () => '/sign-in/callback',
  authorize: () => screens.authorize.path,
}
