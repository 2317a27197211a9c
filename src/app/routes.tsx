import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { type LoaderFunction, type LoaderFunctionArgs, type RouteObject, redirect } from 'react-router'
import { readParam } from '../contract/wire.ts'
import { timetableLoader } from '../features/timetable/timetableLoader.ts'
import { type LaterSection, withTexts } from '../i18n/texts.ts'
import { lazyChunk } from '../lib/lazyChunk.ts'
import { paths } from '../paths.ts'
import type { SchoolTime } from '../ui/SchoolTime.tsx'
import type { AppParts } from './AppContext.tsx'
import { belowBase } from './appBase.ts'
import { ErrorScreen } from './ErrorScreen.tsx'
import { goHome } from './goHome.ts'
import { SignedIn } from './SignedIn.tsx'
import { Page, ScreenLoading } from './shell/Page.tsx'
import { givesRailAway } from './shell/useRail.ts'
import { finishSignIn } from './signIn/finishSignIn.ts'

type MakeLoader = (queryClient: QueryClient, schoolTime: SchoolTime) => (args: LoaderFunctionArgs) => unknown

/** Every route of the app. A screen's code and texts are fetched when it is first shown, its data at the same time. */
export function createRoutes(parts: AppParts, schoolTime: SchoolTime): RouteObject[] {
  const { api, session } = parts
  /** What a screen asks the service first; fetched beside its code, so that the first load holds none of it. */
  const loader = (load: () => Promise<MakeLoader>) => async () =>
    ofIds((await lazyChunk(load))(api.queryClient, schoolTime))
  return [
    {
      Component: Page,
      ErrorBoundary: ErrorScreen,
      HydrateFallback: ScreenLoading,
      children: [
        {
          path: paths.signIn(),
          lazy: screen(async () => (await import('./signIn/SignInScreen.tsx')).SignInScreen, 'signIn'),
        },
        {
          path: paths.signInCallback(),
          loader: finishSignIn(session),
          Component: ScreenLoading,
        },
        {
          path: paths.authorize(),
          lazy: screen(async () => (await import('./signIn/AuthorizeScreen.tsx')).AuthorizeScreen, 'signIn'),
        },
        {
          Component: SignedIn,
          middleware: [requireSignIn(parts)],
          children: [
            {
              ErrorBoundary: ErrorScreen,
              HydrateFallback: ScreenLoading,
              children: [
                {
                  index: true,
                  loader: goHome(parts),
                  lazy: screen(async () => (await import('./NoClassScreen.tsx')).NoClassScreen),
                },
                {
                  path: 'classes/:courseId/timetable',
                  loader: ofIds(timetableLoader(api.queryClient, schoolTime)),
                  lazy: screen(
                    async () => (await import('../features/timetable/TimetableScreen.tsx')).TimetableScreen,
                    'timetable',
                  ),
                },
                {
                  path: 'classes/:courseId/homework',
                  lazy: {
                    ...screen(
                      async () => (await import('../features/homework/HomeworkScreen.tsx')).HomeworkScreen,
                      'homework',
                    ),
                    loader: loader(
                      async () => (await import('../features/homework/homeworkQueries.ts')).homeworkLoader,
                    ),
                  },
                  children: [
                    {
                      path: 'new',
                      lazy: screen(
                        async () =>
                          (await import('../features/homework/NewHomeworkScreen.tsx')).NewHomeworkScreen,
                        'homework',
                        'drafts',
                      ),
                    },
                    {
                      path: ':homeworkId/change',
                      loader: ofIds(noData),
                      lazy: screen(
                        async () =>
                          (await import('../features/homework/ChangeHomeworkScreen.tsx'))
                            .ChangeHomeworkScreen,
                        'homework',
                        'drafts',
                      ),
                    },
                  ],
                },
                {
                  path: 'classes/:courseId/homework/:homeworkId',
                  lazy: {
                    ...screen(
                      async () => (await import('../features/homework/task/TaskScreen.tsx')).TaskScreen,
                      'task',
                      'drafts',
                      'viewer',
                    ),
                    loader: loader(
                      async () => (await import('../features/homework/task/taskLoader.ts')).taskLoader,
                    ),
                  },
                },
                {
                  // After the task, whose address it shares; one desk for all pupils of a homework.
                  path: 'classes/:courseId/homework/:homeworkId',
                  handle: givesRailAway,
                  lazy: {
                    ...screen(
                      async () => (await import('../features/homework/desk/DeskScreen.tsx')).DeskScreen,
                      'desk',
                      'correction',
                      'drafts',
                      'viewer',
                    ),
                    loader: loader(
                      async () => (await import('../features/homework/desk/deskLoader.ts')).deskLoader,
                    ),
                  },
                  children: [
                    { path: 'submissions', element: null },
                    { path: 'submissions/:userId', loader: ofIds(noData), element: null },
                    { path: 'overview', element: null },
                  ],
                },
                {
                  path: 'classes/:courseId/files/:folderId?',
                  lazy: {
                    ...screen(
                      async () => (await import('../features/files/FilesScreen.tsx')).FilesScreen,
                      'files',
                      'uploads',
                      'preview',
                      'viewer',
                    ),
                    loader: loader(
                      async () => (await import('../features/files/filesLoader.ts')).filesLoader,
                    ),
                  },
                },
                {
                  path: 'classes/:courseId/access',
                  lazy: {
                    ...screen(
                      async () => (await import('../features/access/matrix/AccessScreen.tsx')).AccessScreen,
                      'matrix',
                      'access',
                    ),
                    loader: loader(
                      async () => (await import('../features/access/matrix/accessLoader.ts')).accessLoader,
                    ),
                  },
                },
                {
                  path: 'classes/:courseId/subjects/:lessonId',
                  lazy: {
                    ...screen(
                      async () => (await import('../features/subjects/SubjectScreen.tsx')).SubjectScreen,
                      'subject',
                    ),
                    loader: loader(
                      async () => (await import('../features/subjects/subjectLoader.ts')).subjectLoader,
                    ),
                  },
                },
                {
                  // One screen for the list and every chat: going from one to the next draws no list anew.
                  path: 'chats',
                  lazy: {
                    ...screen(
                      async () => (await import('../features/chats/ChatsScreen.tsx')).ChatsScreen,
                      'chats',
                      'messages',
                      'composer',
                      'drafts',
                      'polls',
                      'viewer',
                    ),
                    loader: loader(
                      async () => (await import('../features/chats/chatQueries.ts')).chatsLoader,
                    ),
                  },
                  children: [
                    { index: true, element: null },
                    {
                      path: 'new',
                      lazy: screen(
                        async () =>
                          (await import('../features/chats/newChat/NewChatScreen.tsx')).NewChatScreen,
                        'chats',
                        'drafts',
                      ),
                    },
                    { path: ':chatId', loader: ofIds(noData), element: null },
                  ],
                },
                { path: 'classes/:courseId', loader: ofIds(toTimetable) },
                {
                  path: paths.tokens(),
                  lazy: screen(
                    async () => (await import('./account/TokensScreen.tsx')).TokensScreen,
                    'tokens',
                  ),
                },
                { path: '*', loader: notFound, Component: ScreenLoading },
              ],
            },
          ],
        },
      ],
    },
  ]
}

/** Nobody signed in: to the sign-in page, which leads back here. Runs before any loader asks the service. */
const requireSignIn =
  ({ session }: AppParts) =>
  ({ request }: { request: Request }): void => {
    if (session.state().kind !== 'signedOut') return
    const { pathname, search } = new URL(request.url)
    const to = belowBase(pathname) + search
    throw redirect(paths.signIn(to === paths.home() ? {} : { to }))
  }

/** A screen whose code and texts are fetched when it is first shown. */
const screen = (load: () => Promise<ComponentType>, ...sections: LaterSection[]) => ({
  Component: () => withTexts(load, ...sections),
})

/** How an id of an address is called in the contract. */
const idNames = new Map([
  ['courseId', 'course_id'],
  ['homeworkId', 'todo_id'],
  ['chatId', 'chat_id'],
  ['userId', 'user_id'],
  ['folderId', 'file_id'],
  ['lessonId', 'lesson_id'],
])

/** Only for addresses whose every id can be one; any other is no page of the app. */
const ofIds =
  (loader: (args: LoaderFunctionArgs) => unknown): LoaderFunction =>
  args => {
    for (const [param, text] of Object.entries(args.params)) {
      const name = idNames.get(param)
      // Of an optional part that is not there the text is missing.
      if (name && text !== undefined && readParam(name, text) === undefined) return notFound()
    }
    return loader(args)
  }

const noData = () => null

function notFound(): never {
  throw new Response(null, { status: 404 })
}

const toTimetable = ({ params }: LoaderFunctionArgs) => redirect(paths.timetable(Number(params.courseId)))
