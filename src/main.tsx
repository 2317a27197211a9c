import './ui/base.css'
import type { QueryClient } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { createRateLimit } from './api/client/rateLimit.ts'
import { createApi } from './api/createApi.ts'
import { App } from './app/App.tsx'
import { appBase } from './app/appBase.ts'
import { closeOverlayOnBack } from './app/closeOverlayOnBack.ts'
import { createBrowserPlatform } from './app/openDelivery.ts'
import { createPreferences } from './app/preferences.ts'
import { rememberSignIn } from './app/rememberSignIn.ts'
import { showBrokenPage } from './app/showBrokenPage.ts'
import { captureCallback } from './app/signIn/finishSignIn.ts'
import { openSignInFirst } from './app/signIn/requireSignIn.ts'
import { wipeOnSignOut } from './app/wipeOnSignOut.ts'
import { texts } from './i18n/texts.ts'
import { chooseLanguage } from './lib/language.ts'
import { ChunkLoadError, loadChunk } from './lib/loadChunk.ts'
import { openChannel } from './lib/openChannel.ts'
import { createGuardedStorage } from './session/guardedStorage.ts'
import { createSession } from './session/session.ts'
import { unlessBlocked } from './session/userStorage.tsx'
import { supportPageTranslation } from './ui/pageTranslation.ts'

captureCallback(window)

const isDemoIncluded = import.meta.env.MODE === 'demo' || import.meta.env.DEV
const clock = Date.now
const preferences = createPreferences(
  createGuardedStorage(() => localStorage),
  createGuardedStorage(() => sessionStorage),
)
const language = chooseLanguage(preferences.settings().language, navigator.languages)

declare global {
  interface Window {
    /** Request of public/start.js, and what storage contained under some keys when it was sent. */
    staffroomEarly?: { signInMarkers: [key: string, value: string | null][]; session: Promise<Response> }
  }
}

/** Returns the early response once. Undefined if a user may have signed in or out in another tab since. */
function takeEarlySession(path: string): Promise<Response> | undefined {
  const early = window.staffroomEarly
  if (!early || path !== '/session') return undefined
  delete window.staffroomEarly
  const storage = unlessBlocked(() => localStorage)
  const isUnchanged = early.signInMarkers.every(([key, value]) => (storage?.getItem(key) ?? null) === value)
  return isUnchanged ? early.session : undefined
}

async function start(root: HTMLElement): Promise<void> {
  const textsLoaded = texts.setLanguage(language)
  const demoStarted = isDemoIncluded
    ? loadChunk(() => import('./demo/startDemo.ts')).then(({ startDemo }) =>
        startDemo({
          base: appBase,
          language: () => chooseLanguage(preferences.settings().language, navigator.languages),
        }),
      )
    : Promise.resolve(undefined)
  const [demoResult] = await Promise.allSettled([demoStarted])
  if (demoResult.status === 'rejected') {
    await textsLoaded
    // The demo needs storage and service workers, which the browser may block.
    root.setAttribute('role', 'alert')
    root.textContent = texts.state()?.messages.errors.demoBlocked ?? ''
    return
  }
  const demo = demoResult.value
  const tabStorage = unlessBlocked(() => sessionStorage)
  const sharedStorage = unlessBlocked(() => localStorage)
  const session = createSession({
    fetch: (path, init) => takeEarlySession(path) ?? fetch(appBase + path, init),
    storage: tabStorage,
    locks: navigator.locks,
    clock,
    // In the demo each tab is signed in separately, so tabs do not exchange sign-ins.
    ...(demo ? { openChannel: () => undefined } : { sharedStorage }),
  })
  if (!demo) rememberSignIn(session, sharedStorage, clock)
  const sessionStarted = session.start()
  const channel = openChannel('staffroom.rateLimit')
  const api = createApi({ fetch: session.fetch, clock, rateLimit: createRateLimit({ clock, channel }) })
  const delivery = createBrowserPlatform()
  wipeOnSignOut(session, api, preferences, delivery.indexedDB)
  // The screen itself reports a part that could not be loaded.
  const onCaughtError = (error: unknown) => {
    // biome-ignore lint/suspicious/noConsole: React does the same by default.
    if (!(error instanceof ChunkLoadError)) console.error(error)
  }
  const onUncaughtError = (error: unknown) => {
    // biome-ignore lint/suspicious/noConsole: React does the same by default.
    console.error(error)
    // React empties the root after this.
    setTimeout(() => showBrokenPage(root))
  }
  await textsLoaded
  supportPageTranslation()
  createRoot(root, { onCaughtError, onUncaughtError }).render(
    <App
      services={{ api, session, preferences, clock, delivery, demo }}
      createRouter={routes => {
        openSignInFirst(routes, session, window)
        return closeOverlayOnBack(() => createBrowserRouter(routes, { basename: appBase || '/' })).router
      }}
    />,
  )
  if (import.meta.env.DEV) void showDevtools(api.queryClient)
  await sessionStarted
}

async function showDevtools(client: QueryClient): Promise<void> {
  const { ReactQueryDevtools } = await import('@tanstack/react-query-devtools')
  const container = document.body.appendChild(document.createElement('div'))
  // Small and in the middle of the demo's bar, so that the button covers no control of the app.
  container.style.cssText = 'position: fixed; z-index: 1000; top: 4px; left: 50%'
  createRoot(container).render(
    <>
      <style>{'.tsqd-open-btn-container { scale: 0.5; transform-origin: top }'}</style>
      <ReactQueryDevtools client={client} buttonPosition="relative" />
    </>,
  )
}

const root = document.getElementById('root')
if (root) void start(root)
