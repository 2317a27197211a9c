import { IconKey } from '@tabler/icons-react'
import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { accessRoutes } from '../features/access/routes.ts'
import { chatRoutes } from '../features/chats/routes.ts'
import { dayRoutes } from '../features/day/routes.ts'
import { fileRoutes } from '../features/files/routes.ts'
import { homeworkRoutes } from '../features/homework/routes.ts'
import { subjectRoutes } from '../features/subjects/routes.ts'
import { timetableRoutes } from '../features/timetable/routes.ts'
import type { SchoolTime } from '../i18n/SchoolTime.tsx'
import { loadWithTexts } from '../i18n/texts.ts'
import { type NavigationScreenId, type ScreenId, screens } from '../screens.ts'

export type ScreenRoute = {
  Component: () => Promise<ComponentType>
  /** Loads the function that creates the route's loader, in parallel with the component. */
  loader?: () => Promise<
    (queryClient: QueryClient, schoolTime: SchoolTime) => (args: LoaderFunctionArgs) => unknown
  >
}

type IconComponent = ComponentType<{ 'aria-hidden'?: boolean }>

/** Undefined for a screen that the component of another one renders. */
export const screenRoutes = {
  home: { Component: async () => (await import('./NoClassScreen.tsx')).NoClassScreen },
  signIn: { Component: async () => (await import('./signIn/SignInScreen.tsx')).SignInScreen },
  authorize: { Component: async () => (await import('./signIn/AuthorizeScreen.tsx')).AuthorizeScreen },
  tokens: {
    icon: IconKey,
    Component: async () => (await import('./account/TokensScreen.tsx')).TokensScreen,
  },
  ...dayRoutes,
  ...timetableRoutes,
  ...homeworkRoutes,
  ...chatRoutes,
  ...fileRoutes,
  ...accessRoutes,
  ...subjectRoutes,
} satisfies Record<ScreenId, ScreenRoute | undefined> & Record<NavigationScreenId, { icon: IconComponent }>

/** Loads the component of a screen and its messages. Throws `ChunkLoadError`. */
export function loadScreen(id: ScreenId): Promise<ComponentType> {
  const route: ScreenRoute | undefined = screenRoutes[id]
  if (!route) throw new Error(`the screen ${id} has no component of its own`)
  return loadWithTexts(route.Component, ...screens[id].messages)
}
