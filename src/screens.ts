import type { MessageKey } from './i18n/Messages.ts'
import type { LazySection } from './i18n/texts.ts'

/** Its component is in the `routes.ts` of its feature. */
type Screen = {
  /** With parameters, as in React Router. */
  path: `/${string}`
  /** Another address, which redirects here. */
  redirectFrom?: `/${string}`
  /** Screen that contains this one, e.g. as a drawer, and stays mounted. */
  parent?: string
  /** `rail`: the side navigation and the bottom bar. `account`: the account menu. The palette lists both. */
  group?: 'rail' | 'account'
  /** Name of the screen. In a group, it is in the section `shell`. */
  title: MessageKey
  /** Sections of messages to load with the code. */
  messages: readonly LazySection[]
  /** Needs no session. Sign-in may return to all other screens. */
  isPublic?: true
  /** Only in the navigation of teachers. */
  isForTeachers?: true
  /** Only before our own service. */
  isExtension?: true
  /** The screen needs the space of the rail. */
  hasNarrowRail?: true
}

/**
 * In the order of the navigation. Routes, palette, the check of return addresses and browser tests read
 * this list.
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
  day: {
    path: '/day',
    group: 'rail',
    title: 'shell.day',
    messages: ['day', 'timetable'],
    isExtension: true,
  },
  coverSheet: {
    path: '/day/cover',
    title: 'cover.title',
    messages: ['cover', 'day', 'drafts', 'people'],
    isExtension: true,
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
    messages: ['homework', 'ownHomework', 'drafts'],
  },
  newHomework: {
    path: '/classes/:courseId/homework/new',
    parent: 'homework',
    title: 'homework.form.newTitle',
    messages: ['homework', 'ownHomework', 'drafts'],
  },
  changeHomework: {
    path: '/classes/:courseId/homework/:homeworkId/change',
    parent: 'homework',
    title: 'homework.form.changeTitle',
    messages: ['homework', 'ownHomework', 'drafts'],
  },
  task: {
    path: '/classes/:courseId/homework/:homeworkId',
    title: 'desk.viewTask',
    messages: ['task', 'drafts', 'viewer'],
  },
  desk: {
    path: '/classes/:courseId/homework/:homeworkId/submissions/:userId?',
    title: 'desk.title',
    messages: ['desk', 'correction', 'scheme', 'drafts', 'viewer', 'pen'],
    hasNarrowRail: true,
  },
  overview: {
    path: '/classes/:courseId/homework/:homeworkId/overview',
    parent: 'desk',
    title: 'desk.viewOverview',
    messages: [],
  },
  papers: {
    path: '/classes/:courseId/homework/:homeworkId/papers',
    title: 'papers.title',
    messages: ['papers', 'desk', 'correction', 'drafts'],
  },
  chats: {
    path: '/chats',
    group: 'rail',
    title: 'shell.chats',
    messages: ['chats', 'messages', 'composer', 'confirmations', 'drafts', 'polls', 'sendLater', 'viewer'],
  },
  chat: { path: '/chats/:chatId', parent: 'chats', title: 'shell.chats', messages: [] },
  newChat: {
    path: '/chats/new',
    parent: 'chats',
    title: 'newChat.title',
    messages: ['newChat', 'people', 'drafts'],
  },
  files: {
    path: '/classes/:courseId/files/:folderId?',
    group: 'rail',
    title: 'shell.files',
    messages: ['files', 'moveFiles', 'uploads', 'preview', 'viewer', 'drafts'],
  },
  access: {
    path: '/classes/:courseId/access',
    group: 'rail',
    title: 'shell.access',
    messages: ['classAccess', 'access', 'people'],
    isForTeachers: true,
    isExtension: true,
  },
  subject: {
    path: '/classes/:courseId/subjects/:lessonId',
    title: 'subject.title',
    messages: ['subject', 'timetable'],
  },
  tokens: { path: '/settings/tokens', group: 'account', title: 'shell.tokens', messages: ['tokens'] },
} as const satisfies Record<string, Screen>

export type ScreenId = keyof typeof screens

type Group = NonNullable<Screen['group']>

export type NavigationScreenId = {
  [Id in ScreenId]: (typeof screens)[Id] extends { group: Group } ? Id : never
}[ScreenId]

export type ListedScreen = Screen & { id: ScreenId }

/** In the order of `screens`. */
export const screenList: readonly ListedScreen[] = Object.entries(screens).map(([id, screen]) => ({
  id: id as ScreenId,
  ...screen,
}))

type NavigationScreen = Omit<ListedScreen, 'id' | 'title'> & {
  id: NavigationScreenId
  title: (typeof screens)[NavigationScreenId]['title']
}

export const screensIn = (group: Group): NavigationScreen[] =>
  screenList.filter((screen): screen is ListedScreen & NavigationScreen => screen.group === group)
