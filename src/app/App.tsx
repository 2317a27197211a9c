import { useColorScheme } from '@mantine/hooks'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  lazy,
  type ReactNode,
  Suspense,
  startTransition,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type { DataRouter, RouteObject } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { IntlProvider } from 'use-intl'
import type { Api } from '../api/createApi.ts'
import { chooseLanguage } from '../i18n/language.ts'
import { SchoolTimeProvider, useSchoolTime } from '../i18n/SchoolTime.tsx'
import { texts, withTexts } from '../i18n/texts.ts'
import { paths } from '../paths.ts'
import type { Session, SessionState } from '../session/session.ts'
import { safeReturnTo } from '../session/signIn.ts'
import { createShortcutStore, ShortcutContext } from '../ui/focus/useShortcuts.ts'
import { useRefusedDrops } from '../ui/inputs/useRefusedDrops.ts'
import { MantineRoot } from '../ui/MantineRoot.tsx'
import { type AppParts, AppProvider, useApp, useSessionState, useSettings } from './AppContext.tsx'
import { belowBase } from './appBase.ts'
import { createRoutes } from './routes.tsx'

const UnreachableScreen = lazy(async () => ({
  default: await withTexts(
    async () => (await import('./signIn/UnreachableScreen.tsx')).UnreachableScreen,
    'signIn',
  ),
}))

type AppProps = {
  parts: AppParts
  /** Creates the browser's router, or one in memory for tests. */
  createRouter: (routes: RouteObject[]) => DataRouter
}

/** Root component of the page. */
export function App({ parts, createRouter }: AppProps) {
  const [shortcuts] = useState(() => createShortcutStore(() => parts.preferences.settings().shortcuts))
  useRefusedDrops()
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

/** Provides the school's time zone and the user's language. */
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

/** Creates the router once the session is known, so that no loader sends a request in vain. */
function Routes({ createRouter }: Pick<AppProps, 'createRouter'>) {
  const parts = useApp()
  const state = useSessionState()
  const schoolTime = useSchoolTime()
  const [router, setRouter] = useState<DataRouter>()
  const known = state.kind !== 'starting' && state.kind !== 'unreachable'
  const made = useRef(false)
  useEffect(() => {
    if (!known || made.current) return
    made.current = true
    const created = createRouter(createRoutes(parts, schoolTime))
    // As a transition, React renders it in pieces and the page stays responsive in between.
    const show = () => startTransition(() => setRouter(created))
    void firstScreen(created, parts.api.queryClient).then(show)
  }, [known, createRouter, parts, schoolTime])
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

/** Maximum wait for the first screen in ms. After that, the shell is shown without it. */
const shellAlone = 300

/**
 * Resolves when the code and data of the first screen are loaded, or after `shellAlone` ms. The screen is then rendered
 * in one step.
 */
function firstScreen(router: DataRouter, client: QueryClient): Promise<void> {
  const isThere = () => router.state.initialized && client.isFetching() === 0
  return new Promise(resolve => {
    const look = () => {
      if (isThere()) done()
    }
    const stops = [router.subscribe(look), client.getQueryCache().subscribe(look)]
    const timer = setTimeout(() => done(), shellAlone)
    function done() {
      clearTimeout(timer)
      for (const stop of stops) stop()
      resolve()
    }
    look()
  })
}

/** Applies the light or dark theme: the user's choice, otherwise the system's current theme. */
function ThemeProvider({ children }: { children: ReactNode }) {
  const { theme: chosen } = useSettings()
  const system = useColorScheme('light', { getInitialValueInEffect: false })
  const scheme = chosen === 'auto' ? system : chosen
  useEffect(() => {
    // Mantine's own attribute. tokens.css depends on it, and public/start.js sets it before the first paint.
    document.documentElement.dataset.mantineColorScheme = scheme
  }, [scheme])
  return <MantineRoot>{children}</MantineRoot>
}

/**
 * Provides the messages in the chosen language. The previous language stays until the messages of the next are loaded.
 */
function LanguageProvider({ timeZone, children }: { timeZone: string; children: ReactNode }) {
  const { language: chosen } = useSettings()
  const state = useSessionState()
  const school = 'settings' in state ? state.settings.languages : []
  const wanted = chooseLanguage(chosen, navigator.languages, school)
  const speech = useSyncExternalStore(texts.subscribe, texts.state)
  const spoken = speech?.language
  useEffect(() => {
    // If the messages can't be loaded, the current language stays. The next start tries again.
    if (wanted !== spoken) texts.speak(wanted).catch(() => undefined)
  }, [wanted, spoken])
  useEffect(() => {
    if (spoken) document.documentElement.lang = spoken
  }, [spoken])
  if (!speech) return null
  return (
    <IntlProvider locale={speech.language} messages={speech.messages} timeZone={timeZone}>
      {children}
    </IntlProvider>
  )
}

const userOf = (state: SessionState) => ('user' in state ? state.user.id : undefined)
const isPublic = (path: string) => path === paths.authorize() || path.startsWith(paths.signIn())

/** Navigates when a user signs in or out, in this tab or another one. Returns a function that stops this. */
function followSession(session: Session, { queryClient }: Api, router: DataRouter): () => void {
  let before = userOf(session.state())
  let wasEnded = false
  return session.subscribe(() => {
    const state = session.state()
    if (state.kind === 'starting' || state.kind === 'unreachable') return
    const now = userOf(state)
    // Requests failed while the session was ended. Fetch them again for the same user.
    if (wasEnded && state.kind === 'signedIn' && now === before) {
      void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
    }
    wasEnded = state.kind === 'ended'
    if (now === before) return
    const other = before !== undefined && now !== undefined
    before = now
    const { search } = router.state.location
    const pathname = belowBase(router.state.location.pathname)
    const target = () => {
      if (now === undefined) return isPublic(pathname) ? undefined : paths.signIn()
      if (other) return paths.home()
      // The user signed in in another tab while this one showed the sign-in page. A running sign-in of this tab
      // navigates by itself.
      const waiting = pathname === paths.signIn() && router.state.navigation.state === 'idle'
      return waiting ? safeReturnTo(new URLSearchParams(search).get('to')) : undefined
    }
    const next = target()
    if (next !== undefined) void router.navigate(next, { replace: true })
  })
}
