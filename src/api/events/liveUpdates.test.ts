import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { homework } from '../../contract/homework.ts'
import { createFakeChannels, createFakeLocks } from '../../testing/fakeGateway.ts'
import { query } from '../cache/query.ts'
import { createApi } from '../createApi.ts'
import { createLiveUpdates } from './liveUpdates.ts'

const second = 1000
const closers: (() => void)[] = []
let openChannel: ReturnType<typeof createFakeChannels>
let locks: ReturnType<typeof createFakeLocks>
let stream: ReadableStreamDefaultController<Uint8Array> | undefined

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-18T08:00:00+01:00') })
  openChannel = createFakeChannels()
  locks = createFakeLocks()
})
afterEach(() => {
  for (const close of closers.splice(0)) close()
  vi.useRealTimers()
})

const send = (text: string) => stream?.enqueue(new TextEncoder().encode(text))
const sendEvent = (id: number) =>
  send(`data: ${JSON.stringify({ kind: 'homework', id, version: Date.now() })}\n\n`)

/** Opens a tab that shows the homework of classes 7 and 8. Returns the paths it requests. */
async function openTab() {
  const sent: string[] = []
  const api = createApi({
    async fetch(path) {
      if (!path.endsWith('/events')) {
        sent.push(path.replace('/api/v2', ''))
        return Response.json([])
      }
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          stream = controller
          send(': open\n\n')
        },
      })
      return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } })
    },
  })
  for (const course_id of [7, 8])
    new QueryObserver(api.queryClient, query(homework.list, { course_id })).subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(2 * second)
  const page = { isVisible: () => true, subscribe: () => () => undefined }
  const live = createLiveUpdates({ api, userId: 1, platform: { locks, openChannel, page } })
  closers.push(() => {
    live.close()
    api.queryClient.clear()
    api.rateLimit.close()
  })
  live.start()
  await vi.advanceTimersByTimeAsync(15 * second)
  return { sent, isUp: api.live.isUp }
}

it('a second tab loads again only what changed after its requests', async () => {
  const first = await openTab()
  expect([first.isUp(), first.sent.length]).toEqual([true, 2])
  const opening = openTab()
  await vi.advanceTimersByTimeAsync(second)
  // The first tab receives it before the second one listens.
  sendEvent(8)
  await vi.advanceTimersByTimeAsync(16 * second)
  const { sent, isUp } = await opening
  expect(isUp()).toBe(true)
  expect(sent).toEqual(['/courses/7/homeworks', '/courses/8/homeworks', '/courses/8/homeworks'])
})
