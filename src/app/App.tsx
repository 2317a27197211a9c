import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react'
import type { DataRouter, RouteObject } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { withTexts } from '../i18n/texts.ts'
import { SchoolTimeProvider, useSchoolTime } from '../ui/SchoolTime.tsx'
import { createShortcutStore, ShortcutContext } from '../ui/useShortcuts.ts'
import { type AppParts, AppProvider, useApp, useSessionState } from './AppContext.tsx'
import { followSession } from './followSession.ts'
import { LanguageProvider } from './LanguageProvider.tsx'
import { createRoutes } from './routes.tsx'
import { ThemeProvider } from './ThemeProvider.tsx'

const UnreachableScreen = lazy(async () => ({
  default: await withTexts(
    async () => (await import('./signIn/UnreachableScreen.tsx')).UnreachableScreen,
    'signIn',
  ),
}))

type AppProps = {
  parts: AppParts
  /** The browser's router, or one in memory for tests. */
  createRouter: (routes: RouteObject[]) => DataRouter
}

/** Everything on the page. */
export function App({ parts, createRouter }: AppProps) {
  const [shortcuts] = useState(() => createShortcutStore(() => parts.preferences.settings().shortcuts))
  return (
    <AppProvider value={parts}>
      <QueryClientProvider client={parts.api.queryClient}>
        <School>
          <ThemeProvider>
            <ShortcutContext value={shortcuts}>
              <Routes createRouter={createRouter} />
            </ShortcutContext>
          </ThemeProvider>
        </School>
      </QueryClientProvider>
    </AppProvider>
  )
}

/** The school's time zone and the person's language for all below. */
function School({ children }: { children: ReactNode }) {
  const { clock } = useApp()
  const state = useSessionState()
  const timeZone = 'settings' in state ? state.settings.school_time_zone : 'Europe/Berlin'
  const time = useMemo(() => ({ timeZone, clock }), [timeZone, clock])
  return (
    <SchoolTimeProvider value={time}>
      <LanguageProvider timeZone={timeZone}>{children}</LanguageProvider>
    </SchoolTimeProvider>
  )
}

/** Starts the router once it is known who is there, so that no loader asks in vain. */
function Routes({ createRouter }: Pick<AppProps, 'createRouter'>) {
  const parts = useApp()
  const state = useSessionState()
  const schoolTime = useSchoolTime()
  const [router, setRouter] = useState<DataRouter>()
  const known = state.kind !== 'starting' && state.kind !== 'unreachable'
  useEffect(() => {
    if (known && !router) setRouter(createRouter(createRoutes(parts, schoolTime)))
  }, [known, router, createRouter, parts, schoolTime])
  useEffect(() => {
    return router && followSession(parts.session, parts.api, router)
  }, [router, parts])
  if (state.kind === 'unreachable') {
    return (
      <Suspense fallback={null}>
        <UnreachableScreen />
      </Suspense>
    )
  }
  return router && known && <RouterProvider router={router} />
}
