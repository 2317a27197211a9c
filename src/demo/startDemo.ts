import { http } from 'msw'
import { setupWorker } from 'msw/browser'
import { lazyChunk } from '../lib/lazyChunk.ts'
import type { SchoolLanguage } from '../school/schoolKind.ts'
import type { PersonToday } from './peopleToday.ts'
import { createPortClient, type PortClient, type TabSession } from './portClient.ts'
import type { Beginning, Wish } from './portMessages.ts'
import { servePort } from './servePort.ts'

export type StartedDemo = {
  /** Whether the school was kept from before; if not, why it was made anew. */
  beginning: Beginning
  /** Puts the school back to how it began; every tab is signed out by it. */
  reset: () => Promise<void>
  /** URLs of the portraits, by login name. */
  portraits: Readonly<Record<string, string>>
  /** Reads the present work of the people whom the demo offers. */
  peopleToday: () => Promise<PersonToday[]>
}

export type DemoOptions = {
  /** The path the demo is served below: '', or `/staffroom`. */
  base: string
  /** In which a school is written that is made now. */
  language: () => SchoolLanguage
}

const portraits = {
  albrecht: new URL('./portraits/albrecht.svg', import.meta.url).href,
  sommer: new URL('./portraits/sommer.svg', import.meta.url).href,
  ruiz: new URL('./portraits/ruiz.svg', import.meta.url).href,
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
  const { reset, peopleToday } = school
  return { beginning: await school.ready, reset, peopleToday, portraits }
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

type Policies = {
  createPolicy: (name: string, rules: { createScriptURL: (url: string) => string }) => unknown
}
const hasPolicies = (scope: object): scope is { trustedTypes: Policies } => 'trustedTypes' in scope

/**
 * Under Trusted Types the browser takes the address of a worker only from a policy. MSW and bundled workers give plain
 * text, which the policy named `default` sees: it lets through scripts of this origin, and throws for every other.
 */
export function trustDemoScripts(scope: object, origin: string): void {
  if (!hasPolicies(scope)) return
  scope.trustedTypes.createPolicy('default', {
    createScriptURL(url) {
      if (new URL(url, origin).origin === origin) return url
      throw new TypeError(`A script from ${url} does not belong to the demo.`)
    },
  })
}

/** The school in a SharedWorker, shared by all tabs; in this page alone where a browser has none or can't start it. */
export async function connectSchool(tab: TabSession, wish: () => Wish): Promise<PortClient> {
  const shared = await connectShared(tab, wish)
  if (shared) return shared
  const { openBrowserSchool } = await lazyChunk(() => import('./openBrowserSchool.ts'))
  const { port1, port2 } = new MessageChannel()
  servePort(port2, openBrowserSchool)
  const own = createPortClient(port1, tab, wish)
  await own.ready
  return own
}

async function connectShared(tab: TabSession, wish: () => Wish): Promise<PortClient | undefined> {
  if (typeof SharedWorker === 'undefined') return undefined
  try {
    const worker = new SharedWorker(new URL('./schoolWorker.ts', import.meta.url), {
      type: 'module',
      name: 'staffroom-school',
    })
    const broken = new Promise<never>((_resolve, reject) => {
      worker.addEventListener('error', () => reject(new Error('The shared school did not start.')))
    })
    const client = createPortClient(worker.port, tab, wish)
    await Promise.race([client.ready, broken])
    return client
  } catch {
    return undefined
  }
}
