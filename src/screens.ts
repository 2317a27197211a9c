import type { MessageKey } from './i18n/Messages.ts'
import type { LazySection } from './i18n/texts.ts'

/** A screen of the app. Its component is in the `routes.ts` of its feature. */
type Screen = {
  /** Address with parameters, as in React Router. */
  path: `/${string}`
  /** Another address, which redirects here. */
  redirectFrom?: `/${string}`
  /** Screen that contains this one, e.g. as a drawer. It stays mounted when the user moves between the two. */
  parent?: string
  /** `rail`: the side navigation and the bottom bar. `account`: the account menu. The palette lists both. */
  group?: 'rail' | 'account'
  /** Message that names the screen. In a group, it is in the section `shell`, which every page loads. */
  title: MessageKey
  /** Sections of messages that are loaded together with the code. */
  messages: readonly LazySection[]
  /** Whether the screen needs no session. All other screens need one, and sign-in may return to them. */
  isPublic?: true
  /** Whether only teachers find it in the navigation. */
  isForTeachers?: true
  /** Whether the rail is narrow, because the screen needs its space. */
  hasNarrowRail?: true
}

/**
 * All screens, in the order of the navigation. Paths, routes, rail, bottom bar, palette, the check of return addresses,
 * the sweeps of the browser tests and the control list read this list.
 */
export const screens = {
  home: { path: '/', title: 'shell.noClassesTitle', messages: [] },
  signIn: { path: '/sign-in', title: 'signIn.documentTitle', messages: ['signIn'], isPublic: true },
  authorize: {
    path: '/auth/oauth2/authorize',
    title: 'signIn.authorizeDocumentTitle',
    messages: ['signIn'],
    isPublic: true,
  },
  timetable: {
    path: '/classes/:courseId/timetable',
    redirectFrom: '/classes/:courseId',
    group: 'rail',
    title: 'shell.timetable',
    messages: ['timetable'],
  },
  homework: {
    path: '/classes/:courseId/homework',
    group: 'rail',
    title: 'shell.homework',
    messages: ['homework'],
  },
  newHomework: {
    path: '/classes/:courseId/homework/new',
    parent: 'homework',
    title: 'homework.form.newTitle',
    messages: ['homework', 'drafts'],
  },
  changeHomework: {
    path: '/classes/:courseId/homework/:homeworkId/change',
    parent: 'homework',
    title: 'homework.form.changeTitle',
    messages: ['homework', 'drafts'],
  },
  task: {
    path: '/classes/:courseId/homework/:homeworkId',
    title: 'desk.viewTask',
    messages: ['task', 'drafts', 'viewer'],
  },
  desk: {
    path: '/classes/:courseId/homework/:homeworkId/submissions/:userId?',
    title: 'desk.title',
    messages: ['desk', 'correction', 'drafts', 'viewer'],
    hasNarrowRail: true,
  },
  overview: {
    path: '/classes/:courseId/homework/:homeworkId/overview',
    parent: 'desk',
    title: 'desk.viewOverview',
    messages: [],
  },
  chats: {
    path: '/chats',
    group: 'rail',
    title: 'shell.chats',
    messages: ['chats', 'messages', 'composer', 'drafts', 'polls', 'viewer'],
  },
  chat: { path: '/chats/:chatId', parent: 'chats', title: 'shell.chats', messages: [] },
  newChat: {
    path: '/chats/new',
    parent: 'chats',
    title: 'chats.form.title',
    messages: ['chats', 'drafts'],
  },
  files: {
    path: '/classes/:courseId/files/:folderId?',
    group: 'rail',
    title: 'shell.files',
    messages: ['files', 'uploads', 'preview', 'viewer'],
  },
  access: {
    path: '/classes/:courseId/access',
    group: 'rail',
    title: 'shell.access',
    messages: ['classAccess', 'access'],
    isForTeachers: true,
  },
  subject: {
    path: '/classes/:courseId/subjects/:lessonId',
    title: 'subject.title',
    messages: ['subject'],
  },
  tokens: { path: '/settings/tokens', group: 'account', title: 'shell.tokens', messages: ['tokens'] },
} as const satisfies Record<string, Screen>

export type ScreenId = keyof typeof screens

type Group = NonNullable<Screen['group']>

/** Screens of the navigation groups. */
export type NavigationScreenId = {
  [Id in ScreenId]: (typeof screens)[Id] extends { group: Group } ? Id : never
}[ScreenId]

export type ListedScreen = Screen & { id: ScreenId }

/** The screens with their IDs, in the order of the list. */
export const screenList: readonly ListedScreen[] = Object.entries(screens).map(([id, screen]) => ({
  id: id as ScreenId,
  ...screen,
}))

type NavigationScreen = Omit<ListedScreen, 'id' | 'title'> & {
  id: NavigationScreenId
  title: (typeof screens)[NavigationScreenId]['title']
}

/** Returns the screens of a navigation group. */
export const screensIn = (group: Group): NavigationScreen[] =>
  screenList.filter((screen): screen is ListedScreen & NavigationScreen => screen.group === group)
