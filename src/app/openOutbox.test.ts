import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createApi } from '../api/createApi.ts'
import { outboxName } from '../outbox/outboxName.ts'
import { note } from '../outbox/testOutbox.ts'
import { unsentOf } from '../outbox/unsentOf.ts'
import { albrecht, openTestTabs, ruiz, type TestTab, type TestTabs } from '../session/testTabs.ts'
import { guardedStorage } from './guardedStorage.ts'
import { createPersonOutbox, type OutboxPlatform } from './openOutbox.ts'
import { createPreferences } from './preferences.ts'
import { wipeOnSignOut } from './wipeOnSignOut.ts'

let tabs: TestTabs
let indexedDB: IDBFactory
const stops: (() => void)[] = []

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
  tabs = openTestTabs(pass)
  indexedDB = new IDBFactory()
})
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  tabs.close()
  vi.useRealTimers()
})

async function pass(ms: number) {
  for (let left = ms; left > 0; left -= 100) {
    await vi.advanceTimersByTimeAsync(100)
    for (let turn = 0; turn < 20; turn += 1) await new Promise(resolve => setImmediate(resolve))
  }
}

/** A tab with the outbox of whoever is signed in, wired as the app does it. */
function wired(session: TestTab) {
  const state = session.state()
  if (!('user' in state)) throw new Error('nobody is signed in')
  const api = createApi({ fetch: session.fetch, clock: Date.now })
  const storage = guardedStorage(() => {
    throw new Error('none')
  })
  const platform: OutboxPlatform = {
    indexedDB,
    locks: undefined,
    openChannel: () => undefined,
    online: { now: () => true, subscribe: () => () => undefined },
  }
  wipeOnSignOut(session, api, createPreferences(storage, storage), indexedDB)
  const outbox = createPersonOutbox({ api, session, clock: Date.now }, state.user.id, platform)
  session.onWipe(outbox.stop)
  stops.push(outbox.stop)
  return outbox
}
const databases = async () => (await indexedDB.databases()).map(({ name }) => name)

it('is opened when first asked for, once, and again after it was stopped', async () => {
  const outbox = wired(await tabs.signedIn())
  expect(outbox.open.opened()).toBeUndefined()
  expect(await databases()).toEqual([])
  let told = 0
  outbox.open.subscribe(() => {
    told += 1
  })
  const first = outbox.open()
  expect(outbox.open()).toBe(first)
  const opened = await first
  expect(outbox.open.opened()).toBe(opened)
  expect(told).toBe(1)
  expect(opened.kept()).toBe(true)
  expect(await databases()).toEqual([outboxName(albrecht.id)])
  outbox.stop()
  expect(outbox.open.opened()).toBeUndefined()
  expect(await outbox.open()).not.toBe(opened)
})

it('wipes at sign-out in every tab, what is just being typed too', async () => {
  const [one, two] = [await tabs.signedIn(), await tabs.signedIn()]
  const [first, second] = [await wired(one).open(), await wired(two).open()]
  const [here, there] = [await first.drafts.open(note, 'a'), await second.drafts.open(note, 'b')]
  here.set({ text: 'stored' })
  await here.flush()
  expect(await unsentOf(first)).toEqual({ writes: 0, drafts: 1 })
  here.set({ text: 'being typed' })
  there.set({ text: 'being typed elsewhere' })
  await tabs.settled(one.signOut())
  // As the screens close.
  void here.flush()
  void there.flush()
  await pass(2000)
  expect(await databases()).toEqual([])
})

it('wipes what was kept where it was never opened, and when somebody else signs in', async () => {
  const session = await tabs.signedIn()
  const outbox = wired(session)
  const draft = await (await outbox.open()).drafts.open(note, 'a')
  draft.set({ text: 'of Albrecht' })
  await draft.flush()
  outbox.stop()
  tabs.gateway.signIn(ruiz)
  tabs.gateway.expire()
  await tabs.settled(session.fetch('/api/v2/me').catch(() => undefined))
  await pass(1000)
  expect(session.state()).toMatchObject({ kind: 'signedIn', user: ruiz })
  expect(await databases()).toEqual([])
})

it('keeps everything when the session ends, and over a reload after it', async () => {
  const session = await tabs.signedIn()
  const outbox = wired(session)
  const draft = await (await outbox.open()).drafts.open(note, 'a')
  await tabs.settled(session.fetch('/api/v2/never'))
  expect(session.state().kind).toBe('ended')
  draft.set({ text: 'typed over the end' })
  await draft.flush()
  outbox.stop()
  session.stop()
  const again = await (await wired(await tabs.signedIn()).open()).drafts.open(note, 'a')
  expect(again.state().value).toEqual({ text: 'typed over the end' })
})
