import { http } from 'msw'
import { setupWorker } from 'msw/browser'
import { loadChunk } from '../lib/loadChunk.ts'
import type { SchoolLanguage } from '../school/schoolFiles.ts'
import type { PersonToday } from './peopleToday.ts'
import { createPortClient, type PortClient, type TabSession } from './portClient.ts'
import type { OpenReason, SchoolPreset } from './portMessages.ts'
import { servePort } from './servePort.ts'

type StartedDemo = {
  openReason: OpenReason
  /** Signs out every tab. */
  reset: () => Promise<void>
  /** By login name. */
  portraits: Readonly<Record<string, string>>
  peopleToday: () => Promise<PersonToday[]>
}

type DemoOptions = {
  /** '' or `/staffroom`. */
  base: string
  language: () => SchoolLanguage
}

const portraits = {
  albrecht: new URL('./portraits/albrecht.svg', import.meta.url).href,
  sommer: new URL('./portraits/sommer.svg', import.meta.url).href,
  ruiz: new URL('./portraits/ruiz.svg', import.meta.url).href,
}

/** Other requests go to the network. */
const handledPaths = ['/session', '/session/*', '/api/v2/*', '/auth/oauth2/request', '/auth/oauth2/decision']

export async function startDemo({ base, language }: DemoOptions): Promise<StartedDemo> {
  const getPreset = (): SchoolPreset => ({ language: language() })
  trustDemoScripts(globalThis, location.origin)
  const school = await connectSchool(tabSession(sessionStorage), getPreset)
  const handlers = handledPaths.map(path => http.all(base + path, ({ request }) => school.fetch(request)))
  const worker = setupWorker(...handlers)
  const serviceWorker = { url: `${base}/mockServiceWorker.js` }
  await worker.start({ onUnhandledFrame: 'bypass', quiet: true, serviceWorker })
  const { reset, peopleToday } = school
  return { openReason: await school.ready, reset, peopleToday, portraits }
}

/** Per tab, so that a teacher and a pupil can be signed in side by side. */
function tabSession(storage: Storage): TabSession {
  const key = 'staffroom-demo.session'
  return {
    get: () => storage.getItem(key),
    set: id => (id === null ? storage.removeItem(key) : storage.setItem(key, id)),
  }
}

type Policies = {
  createPolicy: (name: string, rules: { createScriptURL: (url: string) => string }) => unknown
}
const hasPolicies = (scope: object): scope is { trustedTypes: Policies } => 'trustedTypes' in scope

/**
 * Trusted Types apply to URLs of MSW and bundled workers. Throws a `TypeError` for scripts of other origins.
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

/** Without SharedWorker, the school runs in this page. */
async function connectSchool(tab: TabSession, getPreset: () => SchoolPreset): Promise<PortClient> {
  const sharedClient = await connectShared(tab, getPreset)
  if (sharedClient) return sharedClient
  const { openBrowserSchool } = await loadChunk(() => import('./openBrowserSchool.ts'))
  const { port1, port2 } = new MessageChannel()
  servePort(port2, openBrowserSchool)
  const client = createPortClient(port1, tab, getPreset)
  await client.ready
  return client
}

async function connectShared(
  tab: TabSession,
  getPreset: () => SchoolPreset,
): Promise<PortClient | undefined> {
  if (typeof SharedWorker === 'undefined') return undefined
  try {
    const worker = new SharedWorker(new URL('./schoolWorker.ts', import.meta.url), {
      type: 'module',
      name: 'staffroom-school',
    })
    const workerFailure = new Promise<never>((_resolve, reject) => {
      worker.addEventListener('error', () => reject(new Error('The shared school did not start.')))
    })
    const client = createPortClient(worker.port, tab, getPreset)
    await Promise.race([client.ready, workerFailure])
    return client
  } catch {
    return undefined
  }
}
