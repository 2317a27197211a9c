import { type LoaderFunction, type LoaderFunctionArgs, type RouteObject, redirect } from 'react-router'
import { readParam } from '../contract/wire.ts'
import { timetableLoader } from '../features/timetable/timetableLoader.ts'
import type { SchoolTime } from '../i18n/SchoolTime.tsx'
import { lazyChunk } from '../lib/lazyChunk.ts'
import { paths } from '../paths.ts'
import type { AppParts } from './AppContext.tsx'
import { belowBase } from './appBase.ts'
import { ErrorScreen } from './ErrorScreen.tsx'
import { goHome } from './goHome.ts'
import { SignedIn } from './SignedIn.tsx'
import * as screens from './screens.ts'
import { givesRailAway, Page, ScreenLoading } from './shell/Page.tsx'
import { finishSignIn } from './signIn/finishSignIn.ts'

/** Creates all routes of the app. Code, texts and data of a screen are loaded in parallel when it is first shown. */
export function createRoutes(parts: AppParts, schoolTime: SchoolTime): RouteObject[] {
  const { api, session, demo } = parts
  const lazily = ({ Component, loader }: screens.Screen) => ({
    lazy: {
      Component,
      ...(loader && { loader: async () => ofIds((await lazyChunk(loader))(api.queryClient, schoolTime)) }),
    },
  })
  /** Screens of a class, and the chats. */
  const content: RouteObject[] = [
    { index: true, loader: goHome(parts), ...lazily(screens.noClass) },
    {
      path: 'classes/:courseId/timetable',
      loader: ofIds(timetableLoader(api.queryClient, schoolTime)),
      ...lazily(screens.timetable),
    },
    {
      path: 'classes/:courseId/homework',
      ...lazily(screens.homework),
      children: [
        { path: 'new', ...lazily(screens.newHomework) },
        { path: ':homeworkId/change', loader: ofIds(noData), ...lazily(screens.changeHomework) },
      ],
    },
    { path: 'classes/:courseId/homework/:homeworkId', ...lazily(screens.task) },
    {
      // Listed after the task, because it has the same address. One desk serves all pupils of a homework.
      path: 'classes/:courseId/homework/:homeworkId',
      handle: givesRailAway,
      ...lazily(screens.desk),
      children: [
        { path: 'submissions', element: null },
        { path: 'submissions/:userId', loader: ofIds(noData), element: null },
        { path: 'overview', element: null },
      ],
    },
    { path: 'classes/:courseId/files/:folderId?', ...lazily(screens.files) },
    { path: 'classes/:courseId/access', ...lazily(screens.access) },
    { path: 'classes/:courseId/subjects/:lessonId', ...lazily(screens.subject) },
    {
      // One screen for the list and all chats, so that switching between chats does not render the list again.
      path: 'chats',
      ...lazily(screens.chats),
      children: [
        { index: true, element: null },
        { path: 'new', ...lazily(screens.newChat) },
        { path: ':chatId', loader: ofIds(noData), element: null },
      ],
    },
    { path: 'classes/:courseId', loader: ofIds(toTimetable) },
    { path: paths.tokens(), ...lazily(screens.tokens) },
    { path: '*', loader: notFound, Component: ScreenLoading },
  ]
  return [
    {
      Component: Page,
      ErrorBoundary: ErrorScreen,
      HydrateFallback: ScreenLoading,
      children: [
        { path: paths.signIn(), ...lazily(demo ? screens.demoSignIn : screens.signIn) },
        { path: paths.signInCallback(), loader: finishSignIn(session), Component: ScreenLoading },
        { path: paths.authorize(), ...lazily(screens.authorize) },
        {
          Component: SignedIn,
          middleware: [requireSignIn(parts)],
          children: [{ ErrorBoundary: ErrorScreen, HydrateFallback: ScreenLoading, children: content }],
        },
      ],
    },
  ]
}

/**
 * Redirects to the sign-in page if no user is signed in. After the sign-in, the user returns here. Runs before any
 * loader.
 */
const requireSignIn =
  ({ session }: AppParts) =>
  ({ request }: { request: Request }): void => {
    if (session.state().kind !== 'signedOut') return
    const { pathname, search } = new URL(request.url)
    const to = belowBase(pathname) + search
    throw redirect(paths.signIn(to === paths.home() ? {} : { to }))
  }

/** Names in the contract for the IDs in addresses. */
const idNames = new Map([
  ['courseId', 'course_id'],
  ['homeworkId', 'todo_id'],
  ['chatId', 'chat_id'],
  ['userId', 'user_id'],
  ['folderId', 'file_id'],
  ['lessonId', 'lesson_id'],
])

/** Throws 404 if an ID in the address is invalid. */
const ofIds =
  (loader: (args: LoaderFunctionArgs) => unknown): LoaderFunction =>
  args => {
    for (const [param, text] of Object.entries(args.params)) {
      const name = idNames.get(param)
      // An optional parameter that is missing has no text.
      if (name && text !== undefined && readParam(name, text) === undefined) return notFound()
    }
    return loader(args)
  }

const noData = () => null

function notFound(): never {
  throw new Response(null, { status: 404 })
}

const toTimetable = ({ params }: LoaderFunctionArgs) => redirect(paths.timetable(Number(params.courseId)))
