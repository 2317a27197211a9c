import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { missedEvents, repeatedEventsMs } from '../../contract/events.ts'
import { readEvents } from '../../testing/listenTo.ts'
import { smallSchool } from '../../testing/sampleSchool.ts'
import { type TestService, testService } from '../../testing/testService.ts'
import type { Caller } from '../auth/caller.ts'
import type { FeedListener } from './changeFeed.ts'
import { createLive, type Live } from './live.ts'

let school: TestService
let live: Live
let feed: FeedListener
let reported: unknown[]
let subscriber: Caller
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  school = await testService()
  await school.signIn('albrecht')
  const { id, user_id } = await school.db
    .selectFrom('tokens')
    .select(['id', 'user_id'])
    .where('kind', '=', 'access')
    .executeTakeFirstOrThrow()
  subscriber = { userId: user_id, tokenId: id, scopes: new Set() }
  reported = []
  live = createLive({
    db: school.db,
    clock: school.clock,
    feed: {
      listen(listener) {
        feed = listener
        feed.onUp()
        return () => undefined
      },
    },
    report: error => void reported.push(error),
  })
})
afterEach(async () => {
  live.close()
  vi.useRealTimers()
  await school.close()
})

const open = async (scopes: Caller['scopes'] = new Set()) =>
  readEvents(new Response(await live.open({ ...subscriber, scopes }, new AbortController().signal)))
const event = { kind: 'course', id: 3, version: 5 }
const payload = JSON.stringify([{ event, to: { people: [smallSchool.people.albrecht] } }])

it('an unreadable payload is reported, and later events are sent', async () => {
  const listener = await open()
  for (const text of ['no JSON', 'null', '[7]', '[{}]']) feed.onChanges(text)
  await expect.poll(() => reported).toHaveLength(4)
  feed.onChanges(payload)
  await expect.poll(() => listener.received.at(-1)).toEqual(event)
  expect(listener.isClosed()).toBe(false)
})

it('several messages of a chat become one event without a write ID', async () => {
  const listener = await open(new Set(['chats', 'chats.messages']))
  const change = (kind: string, version: number, write_id: string) => ({
    event: { kind, id: 3, version, write_id },
    to: { people: [smallSchool.people.albrecht] },
  })
  feed.onChanges(
    JSON.stringify([change('message', 5, 'one'), change('chat', 5, 'one'), change('message', 6, 'two')]),
  )
  await expect
    .poll(() => listener.received.slice(1))
    .toEqual([
      { kind: 'chat', id: 3, version: 5, write_id: 'one' },
      { kind: 'message', id: 3, version: 6 },
    ])
})

it('a stream begins with the events that its user may have missed while the page loaded', async () => {
  const first = await open()
  // The service has just started.
  await expect.poll(() => first.received).toEqual([missedEvents])
  school.advance(repeatedEventsMs)
  feed.onChanges(payload)
  const later = { event: { ...event, id: 4 }, to: { people: [smallSchool.people.albrecht + 1] } }
  feed.onChanges(JSON.stringify([later]))
  await expect.poll(() => first.received).toEqual([missedEvents, event])
  const second = await open()
  await expect.poll(() => second.received).toEqual([{ ...event, age_ms: 0 }])
  school.advance(repeatedEventsMs + 1)
  feed.onChanges(payload)
  await expect.poll(() => second.received).toHaveLength(2)
  school.advance(2000)
  const third = await open()
  await expect.poll(() => third.received).toEqual([{ ...event, age_ms: 2000 }])
})

it('a feed outage below five seconds keeps streams open', async () => {
  const listener = await open()
  feed.onDown()
  await vi.advanceTimersByTimeAsync(4900)
  feed.onUp()
  await vi.advanceTimersByTimeAsync(60_000)
  await expect.poll(() => listener.received).toEqual([missedEvents, missedEvents])
  expect(listener.isClosed()).toBe(false)
})

it('a long feed outage closes all streams and returns 503', async () => {
  const listener = await open()
  feed.onDown()
  await vi.advanceTimersByTimeAsync(5000)
  await expect.poll(() => listener.isClosed()).toBe(true)
  const refused = expect(open()).rejects.toMatchObject({ status: 503 })
  await vi.advanceTimersByTimeAsync(5000)
  await refused
  feed.onUp()
  expect((await open()).isClosed()).toBe(false)
})
