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
import { SchoolTimeProvider, useSchoolTime } from '../i18n/SchoolTime.tsx'
import { loadWithTexts, texts } from '../i18n/texts.ts'
import { chooseLanguage } from '../lib/language.ts'
import { paths } from '../paths.ts'
import type { Session, SessionState } from '../session/session.ts'
import { safeReturnTo } from '../session/signIn.ts'
import { getUserStorage } from '../session/userStorage.tsx'
import { createShortcutStore, ShortcutContext } from '../ui/focus/useShortcuts.ts'
import { useRejectDrops } from '../ui/inputs/useRejectDrops.ts'
import { MantineRoot } from '../ui/MantineRoot.tsx'
import { AppProvider, type AppServices, useApp, useSessionState, useSettings } from './AppContext.tsx'
import { stripBase } from './appBase.ts'
import { keepQueries } from './keepQueries.ts'
import { createRoutes } from './routes.tsx'
import { seedProfile } from './seedProfile.ts'

const UnreachableScreen = lazy(async () => ({
  default: await loadWithTexts(
    async () => (await import('./signIn/UnreachableScreen.tsx')).UnreachableScreen,
    'signIn',
  ),
}))

type AppProps = {
  services: AppServices
  /** In tests, a router in memory. */
  createRouter: (routes: RouteObject[]) => DataRouter
}

export function App({ services, createRouter }: AppProps) {
  const [shortcuts] = useState(() => createShortcutStore(() => services.preferences.settings().shortcuts))
  useRejectDrops()
  return (
    <AppProvider value={services}>
      <QueryClientProvider client={services.api.queryClient}>
        <SchoolTimeRoot>
          <ThemeProvider>
            <ShortcutContext value={shortcuts}>
              <AppRoutes createRouter={createRouter} />
            </ShortcutContext>
          </ThemeProvider>
        </SchoolTimeRoot>
      </QueryClientProvider>
    </AppProvider>
  )
}

function SchoolTimeRoot({ children }: { children: ReactNode }) {
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

/** Creates the router after the session check, because loaders of a signed-out user would send requests in vain. */
function AppRoutes({ createRouter }: Pick<AppProps, 'createRouter'>) {
  const services = useApp()
  const state = useSessionState()
  const schoolTime = useSchoolTime()
  const [router, setRouter] = useState<DataRouter>()
  const isKnown = state.kind !== 'starting' && state.kind !== 'unreachable'
  const hasCreated = useRef(false)
  // Before the first loader.
  useEffect(() => {
    const { api, preferences, session } = services
    const getStorage = () => getUserStorage({ isTemporary: preferences.settings().sharedComputer })
    const stops = [seedProfile(session, api), keepQueries(session, api, getStorage)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [services])
  useEffect(() => {
    if (!isKnown || hasCreated.current) return
    hasCreated.current = true
    const created = createRouter(createRoutes(services, schoolTime))
    // As a transition, so that the page stays responsive.
    const showRouter = () => startTransition(() => setRouter(created))
    void whenFirstScreenReady(created, services.api.queryClient).then(showRouter)
  }, [isKnown, createRouter, services, schoolTime])
  useEffect(() => {
    return router && followSession(services.session, services.api, router)
  }, [router, services])
  if (state.kind === 'unreachable') {
    return (
      <Suspense fallback={null}>
        <UnreachableScreen />
      </Suspense>
    )
  }
  return router && isKnown && <RouterProvider router={router} />
}

/** In ms. After that, the page shows the shell without the screen. */
const maxFirstScreenWait = 300

/** Resolves when code and data of the first screen are loaded, or after `maxFirstScreenWait`. */
function whenFirstScreenReady(router: DataRouter, client: QueryClient): Promise<void> {
  const isReady = () => router.state.initialized && client.isFetching() === 0
  return new Promise(resolve => {
    const check = () => {
      if (isReady()) done()
    }
    const unsubscribes = [router.subscribe(check), client.getQueryCache().subscribe(check)]
    const timer = setTimeout(() => done(), maxFirstScreenWait)
    function done() {
      clearTimeout(timer)
      for (const unsubscribe of unsubscribes) unsubscribe()
      resolve()
    }
    check()
  })
}

/** Applies the user's theme, otherwise that of the system. */
function ThemeProvider({ children }: { children: ReactNode }) {
  const { theme: chosen } = useSettings()
  const system = useColorScheme('light', { getInitialValueInEffect: false })
  const scheme = chosen === 'auto' ? system : chosen
  useEffect(() => {
    // tokens.css depends on this attribute of Mantine. public/start.js sets it before the first paint.
    document.documentElement.dataset.mantineColorScheme = scheme
  }, [scheme])
  return <MantineRoot>{children}</MantineRoot>
}

/** Provides the messages. The previous language stays until those of the next are loaded. */
function LanguageProvider({ timeZone, children }: { timeZone: string; children: ReactNode }) {
  const { language: chosen } = useSettings()
  const state = useSessionState()
  const schoolLanguages = 'settings' in state ? state.settings.languages : []
  const preferred = chooseLanguage(chosen, navigator.languages, schoolLanguages)
  const loadedTexts = useSyncExternalStore(texts.subscribe, texts.state)
  const loadedLanguage = loadedTexts?.language
  useEffect(() => {
    // After a failure the current language stays.
    if (preferred !== loadedLanguage) texts.setLanguage(preferred).catch(() => undefined)
  }, [preferred, loadedLanguage])
  useEffect(() => {
    if (loadedLanguage) document.documentElement.lang = loadedLanguage
  }, [loadedLanguage])
  if (!loadedTexts) return null
  return (
    <IntlProvider locale={loadedTexts.language} messages={loadedTexts.messages} timeZone={timeZone}>
      {children}
    </IntlProvider>
  )
}

const getUserId = (state: SessionState) => ('user' in state ? state.user.id : undefined)
const isPublic = (path: string) => path === paths.authorize() || path.startsWith(paths.signIn())

/** Navigates when a user signs in or out in any tab. Returns a function that stops this. */
function followSession(session: Session, { queryClient }: Api, router: DataRouter): () => void {
  let previousId = getUserId(session.state())
  let wasEnded = false
  return session.subscribe(() => {
    const state = session.state()
    if (state.kind === 'starting' || state.kind === 'unreachable') return
    const userId = getUserId(state)
    // Requests failed while the session was ended.
    if (wasEnded && state.kind === 'signedIn' && userId === previousId) {
      void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
    }
    wasEnded = state.kind === 'ended'
    if (userId === previousId) return
    const isOtherUser = previousId !== undefined && userId !== undefined
    previousId = userId
    const { search } = router.state.location
    const pathname = stripBase(router.state.location.pathname)
    const target = () => {
      if (userId === undefined) return isPublic(pathname) ? undefined : paths.signIn()
      if (isOtherUser) return paths.home()
      // The user signed in in another tab. A running sign-in of this tab navigates by itself.
      const shouldReturn = pathname === paths.signIn() && router.state.navigation.state === 'idle'
      return shouldReturn ? safeReturnTo(new URLSearchParams(search).get('to')) : undefined
    }
    const next = target()
    if (next !== undefined) void router.navigate(next, { replace: true })
  })
}
