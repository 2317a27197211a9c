import { rmSync } from 'node:fs'
import { type BrowserContext, type BrowserContextOptions, test as base } from '@playwright/test'
import { serveDemo } from './demoHost.ts'
import { createGuard, type Guard } from './guard.ts'
import {
  createTemplate,
  type NodeHost,
  type NodeHostOptions,
  startNodeHost,
  type Template,
} from './nodeHost.ts'
import { createSchoolClock, type SchoolClock, wednesday } from './schoolClock.ts'
import { offerSessions } from './sessions.ts'

/** The Node server, or the demo behind a static file server. */
export type Host = {
  url: string
  /** Undefined if school and pages use the real time. */
  clock: SchoolClock | undefined
  node: NodeHost | undefined
}

type Fixtures = {
  /** `test.use({ server: { … } })` */
  server: NodeHostOptions
  /** `test.use({ faults: true })` adds classes, chats and files with faults. */
  faults: boolean
  /** With `real`, the school runs in a SharedWorker, whose clock tests can't set. */
  demoTime: 'real' | 'wednesday'
  guard: Guard
  host: Host
  /** Throws in tests that run on the demo. */
  node: NodeHost
  startServer: (options?: NodeHostOptions) => Promise<NodeHost>
  /** The guard watches this browser context, too. */
  openBrowser: (options?: BrowserContextOptions) => Promise<BrowserContext>
}

type WorkerFixtures = {
  template: (faults: boolean) => Promise<Template>
  /** Started on demand, so that Node journeys need no demo build. */
  demoUrl: () => Promise<string>
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  server: [{}, { option: true }],
  faults: [false, { option: true }],
  demoTime: ['real', { option: true }],
  template: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures off the pattern.
    async ({}, use) => {
      const templates = new Map<boolean, Promise<Template>>()
      await use(faults => {
        const template = templates.get(faults) ?? createTemplate(faults)
        templates.set(faults, template)
        return template
      })
      for (const template of templates.values())
        rmSync((await template).dataDirectory, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
  demoUrl: [
    // biome-ignore lint/correctness/noEmptyPattern: as above.
    async ({}, use) => {
      let served: ReturnType<typeof serveDemo> | undefined
      await use(async () => {
        served ??= serveDemo()
        return (await served).url
      })
      ;(await served)?.stop()
    },
    { scope: 'worker' },
  ],

  // biome-ignore lint/correctness/noEmptyPattern: as above.
  guard: async ({}, use) => {
    const guard = createGuard()
    await use(guard)
    guard.check()
  },

  startServer: async ({ template, faults }, use) => {
    const started: NodeHost[] = []
    await use(async options => {
      const node = await startNodeHost({ template: await template(faults), faults, ...options })
      started.push(node)
      return node
    })
    for (const node of started) await node.stop()
  },

  host: async ({ startServer, server, demoTime, demoUrl }, use, { project }) => {
    if (project.name.startsWith('demo')) {
      const clock = demoTime === 'wednesday' ? createSchoolClock(wednesday) : undefined
      return use({ url: await demoUrl(), clock, node: undefined })
    }
    const node = await startServer(server)
    await use({ url: node.url, clock: node.clock, node })
  },

  node: async ({ host }, use) => {
    if (!host.node) throw new Error('This test is about the Node host: name its file *.node.spec.ts.')
    await use(host.node)
  },

  baseURL: async ({ host }, use) => use(host.url),

  context: async ({ context, host, guard }, use) => {
    await prepare(context, host, guard)
    await use(context)
  },

  openBrowser: async ({ browser, guard, host }, use, { project }) => {
    const opened: BrowserContext[] = []
    const { locale, timezoneId, viewport } = project.use
    await use(async options => {
      const defaults = { baseURL: host.url, ...(locale && { locale }), ...(timezoneId && { timezoneId }) }
      const context = await browser.newContext({ ...defaults, ...(viewport && { viewport }), ...options })
      opened.push(context)
      await prepare(context, host, guard)
      return context
    })
    for (const context of opened) await context.close()
  },
})

async function prepare(context: BrowserContext, host: Host, guard: Guard): Promise<void> {
  await guard.watch(context, host.url)
  if (host.node) offerSessions(context, host.node)
  if (!host.clock) return
  await context.clock.install({ time: host.clock.now() })
  if (host.node) return
  await context.addInitScript(() => {
    Reflect.deleteProperty(window, 'SharedWorker')
  })
}

/** Advances the clocks of school and pages. */
export async function advanceClocks(
  context: BrowserContext,
  host: Pick<Host, 'clock'>,
  ms: number,
): Promise<void> {
  host.clock?.advance(ms)
  await context.clock.fastForward(ms)
}
