import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '../api/client/ApiError.ts'
import type { CallOptions } from '../api/client/call.ts'
import { type Api, createApi } from '../api/createApi.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import { correctionWrite } from '../features/homework/correction/correctionWrite.ts'
import { phraseSetting, rememberPhrases } from '../features/homework/correction/phraseSetting.ts'
import { createOutbox } from '../outbox/createOutbox.ts'
import { getDatabaseName } from '../outbox/storage/outboxName.ts'
import { createGuardedStorage } from '../session/guardedStorage.ts'
import { noteDraft, settle } from '../testing/testOutbox.ts'
import { albrecht, openTestTabs, ruiz, type TestTab, type TestTabs } from '../testing/testTabs.ts'
import { getUnsent } from './account/SignOut.tsx'
import { createUserOutbox, type OutboxPlatform } from './openOutbox.ts'
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

const platform = (): OutboxPlatform => ({
  indexedDB,
  locks: undefined,
  openChannel: () => undefined,
  online: { get: () => true, subscribe: () => () => undefined },
})

/** Creates the outbox of the signed-in user, connected as the app does it. */
function wired(session: TestTab, changed: Partial<Api> = {}) {
  const state = session.state()
  if (!('user' in state)) throw new Error('nobody is signed in')
  const api = { ...createApi({ fetch: session.fetch, clock: Date.now }), ...changed }
  const storage = createGuardedStorage(() => {
    throw new Error('none')
  })
  const preferences = createPreferences(storage, storage)
  wipeOnSignOut(session, api, preferences, indexedDB)
  const outbox = createUserOutbox({ api, session, clock: Date.now, preferences }, state.user.id, platform())
  session.onWipe(reason => (reason === 'signedOut' ? outbox.stopWithoutSaving() : outbox.stop()))
  stops.push(outbox.stop)
  return outbox
}
const keyOf = ({ id }: { id: number }) => new Uint8Array(32).fill(id)
const databases = async () => (await indexedDB.databases()).map(({ name }) => name)

it('is opened on first call, and again after it was stopped', async () => {
  const outbox = wired(await tabs.signedIn())
  expect(outbox.open.current()).toBeUndefined()
  expect(await databases()).toEqual([])
  let notifications = 0
  outbox.open.subscribe(() => {
    notifications += 1
  })
  const first = outbox.open()
  expect(outbox.open()).toBe(first)
  const opened = await first
  expect(outbox.open.current()).toBe(opened)
  expect(notifications).toBe(1)
  expect(opened.isPersistent()).toBe(true)
  expect(await databases()).toEqual([await getDatabaseName(albrecht.id, keyOf(albrecht))])
  outbox.stop()
  expect(outbox.open.current()).toBeUndefined()
  expect(await outbox.open()).not.toBe(opened)
})

it('is deleted in every tab at sign-out, even while typing', async () => {
  const [one, two] = [await tabs.signedIn(), await tabs.signedIn()]
  const [first, second] = [await wired(one).open(), await wired(two).open()]
  const [here, there] = [await first.drafts.open(noteDraft, 'a'), await second.drafts.open(noteDraft, 'b')]
  here.set({ text: 'stored' })
  await here.flush()
  expect(await getUnsent(first)).toEqual({ writes: [], drafts: [{ kind: noteDraft.name, key: 'a' }] })
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
  const outbox = wired(session)
  const draft = await (await outbox.open()).drafts.open(noteDraft, 'a')
  draft.set({ text: 'of Albrecht' })
  outbox.stop()
  session.stop()
  // One under an earlier key, and one of a user whose ID begins with the same digits.
  for (const [userId, fill] of [
    [albrecht.id, 99],
    [albrecht.id * 10, 1],
  ] as const) {
    const other = await createOutbox({
      ...platform(),
      userId,
      key: new Uint8Array(32).fill(fill),
      call: () => Promise.reject(new Error('none')),
      kinds: [],
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
  const outbox = wired(session)
  const draft = await (await outbox.open()).drafts.open(noteDraft, 'a')
  draft.set({ text: 'of Albrecht' })
  tabs.gateway.signIn(ruiz)
  tabs.gateway.expire()
  await tabs.settled(session.fetch('/api/v2/me').catch(() => undefined))
  await pass(1000)
  expect(session.state()).toMatchObject({ kind: 'signedIn', user: ruiz })
  expect(await databases()).toEqual([await getDatabaseName(albrecht.id, keyOf(albrecht))])
  // In memory only now, because the key belongs to the new user.
  expect((await outbox.open()).isPersistent()).toBe(false)
  outbox.stop()
  session.stop()
  tabs.gateway.signIn(albrecht)
  const back = await (await wired(await tabs.signedIn()).open()).drafts.open(noteDraft, 'a')
  expect(back.state().value).toEqual({ text: 'of Albrecht' })
})

it('is encrypted with the key of the opening user', async () => {
  const session = await tabs.signedIn()
  let isOtherUser = false
  const outbox = wired({ ...session, draftKey: () => (isOtherUser ? undefined : session.draftKey()) })
  const opening = outbox.open()
  isOtherUser = true
  expect((await opening).isPersistent()).toBe(true)
})

it('does not count remembered phrases as unsent', async () => {
  const outbox = await wired(await tabs.signedIn()).open()
  await rememberPhrases(outbox, ['Show how you got there.'])
  expect(await outbox.drafts.list(phraseSetting.draft)).toHaveLength(1)
  const unsent = getUnsent(outbox)
  // The service does not respond.
  await pass(4000)
  expect(await unsent).toEqual({ writes: [], drafts: [] })
})

it('notifies the cache of a sent write', async () => {
  const wrote: { sentAt?: number | undefined }[] = []
  const outbox = await wired(await tabs.signedIn(), {
    call: async (endpoint: Endpoint, _input: object, options: CallOptions = {}) => {
      if (!options.onBeforeSend) throw new ApiError('unsupported', { endpoint })
      await options.onBeforeSend()
      await new Promise(resolve => setTimeout(resolve, 2000))
    },
    recordWrite: write => void wrote.push(write),
  }).open()
  const now = Date.now()
  const input = { todo_id: 1, user_id: 5, body: { teacher_correction: 'Good' } }
  await outbox.writes.add(correctionWrite, { input, lane: 'l' })
  for (let second = 0; second < 60 && wrote.length === 0; second += 1) await pass(1000)
  expect(wrote).toHaveLength(1)
  const [{ sentAt = 0 } = {}] = wrote
  expect(sentAt).toBeGreaterThanOrEqual(now)
  expect(sentAt).toBeLessThanOrEqual(Date.now() - 2000)
})

it('keeps drafts after the session ends and a reload', async () => {
  const session = await tabs.signedIn()
  const outbox = wired(session)
  const draft = await (await outbox.open()).drafts.open(noteDraft, 'a')
  tabs.gateway.person = undefined
  await tabs.settled(session.fetch('/api/v2/me'))
  expect(session.state().kind).toBe('ended')
  draft.set({ text: 'typed over the end' })
  await draft.flush()
  outbox.stop()
  session.stop()
  const again = await (await wired(await tabs.signedIn()).open()).drafts.open(noteDraft, 'a')
  expect(again.state().value).toEqual({ text: 'typed over the end' })
})
