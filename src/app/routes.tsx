import { type LoaderFunction, type LoaderFunctionArgs, type RouteObject, redirect } from 'react-router'
import { readParam } from '../contract/params.ts'
import { timetableLoader } from '../features/timetable/timetableLoader.ts'
import type { SchoolTime } from '../ui/SchoolTime.tsx'
import type { AppParts } from './AppContext.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { goHome } from './goHome.ts'
import { lazyChunk } from './lazyChunk.ts'
import { Page } from './Page.tsx'
import { paths } from './paths.ts'
import { ScreenLoading } from './ScreenLoading.tsx'
import { SignedIn } from './SignedIn.tsx'
import { finishSignIn } from './signIn/finishSignIn.ts'

/** Every route of the app. A screen's code is fetched when it is first shown, its data at the same time. */
export function createRoutes(parts: AppParts, schoolTime: SchoolTime): RouteObject[] {
  const { api, session } = parts
  return [
    {
      Component: Page,
      ErrorBoundary,
      HydrateFallback: ScreenLoading,
      children: [
        {
          path: paths.signIn(),
          lazy: {
            Component: () => lazyChunk(async () => (await import('./signIn/SignInScreen.tsx')).SignInScreen),
          },
        },
        {
          path: paths.signInCallback(),
          loader: finishSignIn(session),
          Component: ScreenLoading,
        },
        {
          path: paths.authorize(),
          lazy: {
            Component: () =>
              lazyChunk(async () => (await import('./signIn/AuthorizeScreen.tsx')).AuthorizeScreen),
          },
        },
        {
          Component: SignedIn,
          middleware: [requireSignIn(parts)],
          children: [
            {
              ErrorBoundary,
              HydrateFallback: ScreenLoading,
              children: [
                {
                  index: true,
                  loader: goHome(parts),
                  lazy: {
                    Component: () =>
                      lazyChunk(async () => (await import('./NoClassScreen.tsx')).NoClassScreen),
                  },
                },
                {
                  path: 'classes/:courseId/timetable',
                  loader: ofClass(timetableLoader(api.queryClient, schoolTime)),
                  lazy: {
                    Component: () =>
                      lazyChunk(
                        async () =>
                          (await import('../features/timetable/TimetableScreen.tsx')).TimetableScreen,
                      ),
                  },
                },
                { path: 'classes/:courseId', loader: ofClass(toTimetable) },
                {
                  path: paths.tokens(),
                  lazy: {
                    Component: () =>
                      lazyChunk(async () => (await import('./tokens/TokensScreen.tsx')).TokensScreen),
                  },
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
    const to = pathname + search
    throw redirect(paths.signIn(to === paths.home() ? {} : { to }))
  }

/** Only for addresses that name a class; any other is no page of the app. */
const ofClass =
  (loader: LoaderFunction): LoaderFunction =>
  (args, handlerContext) => {
    if (readParam('course_id', args.params.courseId ?? '') === undefined) {
      return notFound()
    }
    return typeof loader === 'function' ? loader(args, handlerContext) : null
  }

function notFound(): never {
  throw new Response(null, { status: 404 })
}

const toTimetable = ({ params }: LoaderFunctionArgs) => redirect(paths.timetable(Number(params.courseId)))
