import { http } from 'msw'
import { setupWorker } from 'msw/browser'
import type { SchoolLanguage } from '../service/seed/schoolKind.ts'
import { connectSchool } from './connectSchool.ts'
import { demoPeople } from './demoSettings.ts'
import type { TabSession } from './portClient.ts'
import type { Beginning, Wish } from './portMessages.ts'
import { trustDemoScripts } from './trustDemoScripts.ts'

export type StartedDemo = {
  /** Whether the school was kept from before; if not, why it was made anew. */
  beginning: Beginning
  /** Puts the school back to how it began; every tab is signed out by it. */
  reset: () => Promise<void>
  people: readonly { login: string; name: string; role: string }[]
}

export type DemoOptions = {
  /** The path the demo is served below: '', or `/staffroom`. */
  base: string
  /** In which a school is written that is made now. */
  language: () => SchoolLanguage
}

/** Paths the page asks of its host. Everything else, the app's own files, goes to the network. */
const answered = [
  '/session',
  '/session/*',
  '/api/v2/*',
  '/auth/oauth2/request',
  '/auth/oauth2/decision',
  '/auth/oauth2/allowed',
]

/**
 * Starts the school in this browser and answers the page's requests from it. Settles when both are ready. Once the demo was
 * opened with `?faults`, a new school has what goes wrong on purpose in it, until `?faults=off`.
 */
export async function startDemo({ base, language }: DemoOptions): Promise<StartedDemo> {
  const wish = (): Wish => ({
    language: language(),
    faults: hasFaults(localStorage),
  })
  trustDemoScripts(globalThis, location.origin)
  const school = await connectSchool(tabSession(sessionStorage), wish)
  const handlers = answered.map(path => http.all(base + path, ({ request }) => school.fetch(request)))
  const worker = setupWorker(...handlers)
  const serviceWorker = { url: `${base}/mockServiceWorker.js` }
  await worker.start({ onUnhandledFrame: 'bypass', quiet: true, serviceWorker })
  return { beginning: await school.ready, reset: school.reset, people: demoPeople }
}

/** A sign-in per tab, so that a teacher and a pupil can sit side by side. */
function tabSession(storage: Storage): TabSession {
  const key = 'staffroom-demo.session'
  return {
    get: () => storage.getItem(key),
    set: id => (id === null ? storage.removeItem(key) : storage.setItem(key, id)),
  }
}

/** Tests and developers ask for it; kept, since signing in leaves the address. */
function hasFaults(storage: Storage): boolean {
  const key = 'staffroom-demo.faults'
  const asked = new URLSearchParams(location.search).get('faults')
  if (asked === 'off') storage.removeItem(key)
  else if (asked !== null) storage.setItem(key, 'on')
  return storage.getItem(key) === 'on'
}
