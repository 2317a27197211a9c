import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '../api/client/ApiError.ts'
import type { CallOptions } from '../api/client/call.ts'
import { type Api, createApi } from '../api/createApi.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import { createDelivery } from '../delivery/createDelivery.ts'
import { getDatabaseName } from '../delivery/storage/databaseName.ts'
import { createGuardedStorage } from '../session/guardedStorage.ts'
import { noteDraft, settle, textEntry } from '../testing/testDelivery.ts'
import { albrecht, openTestTabs, ruiz, type TestTab, type TestTabs } from '../testing/testTabs.ts'
import { createUserDelivery, type DeliveryPlatform } from './openDelivery.ts'
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
  for (let remainingMs = ms; remainingMs > 0; remainingMs -= 100) {
    await vi.advanceTimersByTimeAsync(100)
    await settle(20)
  }
}

const platform = (): DeliveryPlatform => ({
  indexedDB,
  locks: undefined,
  openChannel: () => undefined,
  online: { get: () => true, subscribe: () => () => undefined },
})

/** Creates the delivery of the signed-in user, connected as the app does it. */
function wired(session: TestTab, changed: Partial<Api> = {}) {
  const state = session.state()
  if (!('user' in state)) throw new Error('nobody is signed in')
  const api = { ...createApi({ fetch: session.fetch, clock: Date.now }), ...changed }
  const storage = createGuardedStorage(() => {
    throw new Error('none')
  })
  const preferences = createPreferences(storage, storage)
  wipeOnSignOut(session, api, preferences, indexedDB)
  const delivery = createUserDelivery(
    { api, session, clock: Date.now, preferences },
    state.user.id,
    platform(),
  )
  session.onWipe(reason => (reason === 'signedOut' ? delivery.stopWithoutSaving() : delivery.stop()))
  stops.push(delivery.stop)
  return delivery
}
const keyOf = ({ id }: { id: number }) => new Uint8Array(32).fill(id)
const databases = async () => (await indexedDB.databases()).map(({ name }) => name)

it('is opened on first call, and again after it was stopped', async () => {
  const delivery = wired(await tabs.signedIn())
  expect(delivery.open.current()).toBeUndefined()
  expect(await databases()).toEqual([])
  let notifications = 0
  delivery.open.subscribe(() => {
    notifications += 1
  })
  const first = delivery.open()
  expect(delivery.open()).toBe(first)
  const opened = await first
  expect(delivery.open.current()).toBe(opened)
  expect(notifications).toBe(1)
  expect(opened.isPersistent()).toBe(true)
  expect(await databases()).toEqual([await getDatabaseName(albrecht.id, keyOf(albrecht))])
  delivery.stop()
  expect(delivery.open.current()).toBeUndefined()
  expect(await delivery.open()).not.toBe(opened)
})

it('is deleted in every tab at sign-out, even while typing', async () => {
  const [one, two] = [await tabs.signedIn(), await tabs.signedIn()]
  const [first, second] = [await wired(one).open(), await wired(two).open()]
  const [here, there] = [await first.drafts.open(noteDraft, 'a'), await second.drafts.open(noteDraft, 'b')]
  here.set({ text: 'stored' })
  await here.flush()
  expect(await first.drafts.names()).toEqual([{ kind: noteDraft.name, key: 'a' }])
  here.set({ text: 'being typed' })
  there.set({ text: 'being typed elsewhere' })
  await tabs.settled(one.signOut())
  // The screens flush when they close.
  void here.flush()
  void there.flush()
  await pass(2000)
  expect(await databases()).toEqual([])
})

it.each([
  ['listed', true],
  ['not listed', false],
])('is deleted at sign-out without having been opened, databases %s', async (_what, listed) => {
  const session = await tabs.signedIn()
  const delivery = wired(session)
  const draft = await (await delivery.open()).drafts.open(noteDraft, 'a')
  draft.set({ text: 'of Albrecht' })
  delivery.stop()
  session.stop()
  // One under an earlier key, and one of a user whose ID begins with the same digits.
  for (const [userId, fill] of [
    [albrecht.id, 99],
    [albrecht.id * 10, 1],
  ] as const) {
    const other = await createDelivery({
      ...platform(),
      userId,
      key: new Uint8Array(32).fill(fill),
      call: () => Promise.reject(new Error('none')),
      endpoints: [],
      active: { get: () => false, subscribe: () => () => undefined },
    })
    other.stop()
  }
  await pass(1000)
  expect(await databases()).toHaveLength(3)
  const later = await tabs.signedIn()
  const { databases: list } = indexedDB
  if (!listed) Object.defineProperty(indexedDB, 'databases', { value: undefined, configurable: true })
  wired(later)
  await pass(100)
  await tabs.settled(later.signOut())
  await pass(1000)
  Object.defineProperty(indexedDB, 'databases', { value: list, configurable: true })
  const otherName = await getDatabaseName(albrecht.id * 10, keyOf({ id: 1 }))
  const before = await getDatabaseName(albrecht.id, keyOf({ id: 99 }))
  expect((await databases()).sort()).toEqual(listed ? [otherName] : [before, otherName].sort())
})

it('keeps typed text when another user signs in', async () => {
  const session = await tabs.signedIn()
  const delivery = wired(session)
  const draft = await (await delivery.open()).drafts.open(noteDraft, 'a')
  draft.set({ text: 'of Albrecht' })
  tabs.gateway.signIn(ruiz)
  tabs.gateway.expire()
  await tabs.settled(session.fetch('/api/v2/me').catch(() => undefined))
  await pass(1000)
  expect(session.state()).toMatchObject({ kind: 'signedIn', user: ruiz })
  expect(await databases()).toEqual([await getDatabaseName(albrecht.id, keyOf(albrecht))])
  // In memory only now, because the key belongs to the new user.
  expect((await delivery.open()).isPersistent()).toBe(false)
  delivery.stop()
  session.stop()
  tabs.gateway.signIn(albrecht)
  const back = await (await wired(await tabs.signedIn()).open()).drafts.open(noteDraft, 'a')
  expect(back.state().value).toEqual({ text: 'of Albrecht' })
})

it('is encrypted with the key of the opening user', async () => {
  const session = await tabs.signedIn()
  let isOtherUser = false
  const delivery = wired({ ...session, draftKey: () => (isOtherUser ? undefined : session.draftKey()) })
  const opening = delivery.open()
  isOtherUser = true
  expect((await opening).isPersistent()).toBe(true)
})

it('notifies the cache of a sent write', async () => {
  const wrote: { sentAt?: number | undefined }[] = []
  const delivery = await wired(await tabs.signedIn(), {
    call: async (endpoint: Endpoint, _input: object, options: CallOptions = {}) => {
      if (!options.onBeforeSend) throw new ApiError('unsupported', { endpoint })
      await options.onBeforeSend()
      await new Promise(resolve => setTimeout(resolve, 2000))
    },
    recordWrite: write => void wrote.push(write),
  }).open()
  const now = Date.now()
  await delivery.entries.add([textEntry(5, 'Good')])
  for (let second = 0; second < 60 && wrote.length === 0; second += 1) await pass(1000)
  expect(wrote).toHaveLength(1)
  const [{ sentAt = 0 } = {}] = wrote
  expect(sentAt).toBeGreaterThanOrEqual(now)
  expect(sentAt).toBeLessThanOrEqual(Date.now() - 2000)
})

it('keeps drafts after the session ends and a reload', async () => {
  const session = await tabs.signedIn()
  const delivery = wired(session)
  const draft = await (await delivery.open()).drafts.open(noteDraft, 'a')
  tabs.gateway.person = undefined
  await tabs.settled(session.fetch('/api/v2/me'))
  expect(session.state().kind).toBe('ended')
  draft.set({ text: 'typed over the end' })
  await draft.flush()
  delivery.stop()
  session.stop()
  const again = await (await wired(await tabs.signedIn()).open()).drafts.open(noteDraft, 'a')
  expect(again.state().value).toEqual({ text: 'typed over the end' })
})
