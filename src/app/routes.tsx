import {
  generatePath,
  type LoaderFunction,
  type LoaderFunctionArgs,
  type RouteObject,
  redirect,
} from 'react-router'
import { readParam } from '../contract/wire.ts'
import type { SchoolTime } from '../i18n/SchoolTime.tsx'
import { loadChunk } from '../lib/loadChunk.ts'
import { paths } from '../paths.ts'
import { type ListedScreen, type ScreenId, screenList } from '../screens.ts'
import type { Session } from '../session/session.ts'
import type { AppServices } from './AppContext.tsx'
import { ErrorScreen } from './ErrorScreen.tsx'
import { createHomeLoader } from './homeLoader.ts'
import { SignedIn } from './SignedIn.tsx'
import { loadScreen, type ScreenRoute, screenRoutes } from './screenRoutes.ts'
import { narrowRailHandle, Page, ScreenLoading } from './shell/Page.tsx'
import { finishSignIn } from './signIn/finishSignIn.ts'
import { requireSignIn } from './signIn/requireSignIn.ts'

/** Code, texts and data of a screen are loaded in parallel when it is first shown. */
export function createRoutes(services: AppServices, schoolTime: SchoolTime): RouteObject[] {
  const { api, session } = services
  const getRouteCode = (id: ScreenId) => {
    const route: ScreenRoute | undefined = screenRoutes[id]
    if (!route) return { loader: requireValidIds(noData), element: null }
    const Component = () => loadScreen(id)
    const { loader } = route
    if (!loader)
      return {
        loader: id === 'home' ? createHomeLoader(services) : requireValidIds(noData),
        lazy: { Component },
      }
    const loadLoader = async () => requireValidIds((await loadChunk(loader))(api.queryClient, schoolTime))
    return { lazy: { Component, loader: loadLoader } }
  }
  const createRoute = ({ id, path, hasNarrowRail, isExtension }: ListedScreen): RouteObject => {
    const children = screenList.filter(({ parent }) => parent === id)
    const route = {
      path: getCommonPath([path, ...children.map(child => child.path)]),
      ...(hasNarrowRail && { handle: narrowRailHandle }),
      ...(isExtension && { middleware: [requireExtensions(session)] }),
      ...getRouteCode(id),
    }
    if (children.length === 0) return route
    const indexRoute = route.path === path ? [] : [{ path, loader: requireValidIds(noData), element: null }]
    return { ...route, children: [...indexRoute, ...children.map(createRoute)] }
  }
  const topScreens = screenList.filter(({ parent }) => parent === undefined)
  return [
    {
      Component: Page,
      ErrorBoundary: ErrorScreen,
      HydrateFallback: ScreenLoading,
      children: [
        ...topScreens.filter(({ isPublic }) => isPublic).map(createRoute),
        { path: paths.signInCallback(), loader: finishSignIn(session), Component: ScreenLoading },
        {
          Component: SignedIn,
          middleware: [requireSignIn(session)],
          children: [
            {
              ErrorBoundary: ErrorScreen,
              HydrateFallback: ScreenLoading,
              children: [
                ...topScreens.filter(({ isPublic }) => !isPublic).map(createRoute),
                ...screenList.flatMap(createRedirect),
                { path: '*', loader: notFound, Component: ScreenLoading },
              ],
            },
          ],
        },
      ],
    },
  ]
}

function createRedirect({ path, redirectFrom }: ListedScreen): RouteObject[] {
  if (redirectFrom === undefined) return []
  return [
    {
      path: redirectFrom,
      loader: requireValidIds(({ params }) => redirect(generatePath<string>(path, params))),
    },
  ]
}

/** Middleware. Redirects to the first screen if the service is not our own. */
const requireExtensions = (session: Session) => (): void => {
  const state = session.state()
  if ('settings' in state && !state.settings.extensions) throw redirect(paths.home())
}

/** Returns the path with which all paths begin. */
function getCommonPath([first = '', ...others]: string[]): string {
  const segments = first.split('/')
  const end = segments.findIndex((segment, at) => others.some(path => path.split('/')[at] !== segment))
  return segments.slice(0, end === -1 ? undefined : end).join('/')
}

/** Names of address parameters in the contract. */
const idNames = new Map([
  ['courseId', 'course_id'],
  ['homeworkId', 'todo_id'],
  ['chatId', 'chat_id'],
  ['userId', 'user_id'],
  ['folderId', 'file_id'],
  ['lessonId', 'lesson_id'],
])

/** Throws 404 if an ID in the address is invalid. */
const requireValidIds =
  (loader: (args: LoaderFunctionArgs) => unknown): LoaderFunction =>
  args => {
    for (const [param, text] of Object.entries(args.params)) {
      const name = idNames.get(param)
      // Optional parameters may be missing.
      if (name && text !== undefined && readParam(name, text) === undefined) return notFound()
    }
    return loader(args)
  }

const noData = () => null

function notFound(): never {
  throw new Response(null, { status: 404 })
}
