import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { CallOptions } from '../../api/client/call.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { submissions } from '../../contract/submissions.ts'
import { blind, fakeTimers, pass, returning, rowsIn, testBrowser, textFor } from '../../testing/testOutbox.ts'
import type { WriteKind } from './Writes.ts'

let browser: ReturnType<typeof testBrowser>
beforeEach(() => {
  fakeTimers()
  browser = testBrowser()
})
afterEach(() => {
  browser.close()
  vi.useRealTimers()
})

/** Makes the pupil after the one it is for. */
const making: typeof returning = {
  ...returning,
  name: 'making',
  made: ({ input, answer, now }) => (answer || now ? { next: input.user_id + 1 } : undefined),
}
const bulk: WriteKind<typeof submissions.correct> = { ...blind, name: 'bulk', bulk: true }
const open = () => browser.tab({ kinds: [making, blind, bulk] })
type Outbox = Awaited<ReturnType<typeof open>>
const states = ({ writes }: Outbox) => writes.list().map(({ state }) => state)

/** One that makes, and one of another lane that needs what it makes. */
async function addBoth({ writes }: Outbox): Promise<[string, string]> {
  const maker = writes.newId()
  const needs = { ...textFor(5, 'second'), user_id: { madeBy: maker, part: 'next' } }
  const ids = await writes.addAll([
    { kind: making, entry: { id: maker, input: textFor(5, 'first'), lane: 'a', group: 'g' } },
    { kind: blind, entry: { input: needs, lane: 'b', group: 'g' } },
  ])
  return [ids[0] ?? '', ids[1] ?? '']
}

it('sends what names the result of another once that is done, after a reload and a lost answer too', async () => {
  const first = await open()
  browser.service.fates = ['lostAfter']
  browser.service.readFates = ['ok', 'lostBefore']
  await addBoth(first)
  await pass(500)
  expect(browser.service.done).toEqual(['5: first'])
  await first.stop()
  const second = await open()
  const told: unknown[] = []
  second.writes.onDone(({ input }) => told.push('user_id' in input && input.user_id))
  await pass(10_000)
  expect(browser.service.done).toEqual(['5: first', '6: second'])
  expect(states(second)).toEqual(['done', 'done'])
  // Who brings a cache up to date is told the number, not who makes it.
  expect(told).toEqual([5, 6])
})

it('keeps what is done as long as something of its group is not, however long that takes', async () => {
  const outbox = await open()
  const files = () => rowsIn(browser, 'files', store => store.count())
  const kept = await outbox.drafts.putFile(new File(['bytes'], 'a.txt'))
  browser.service.fates = ['ok', 'ok', 'refused']
  await outbox.writes.add(blind, { input: textFor(4, kept.id), lane: 'c', group: 'g' })
  const [, needing] = await addBoth(outbox)
  await pass(5 * 60_000, 60_000)
  expect([states(outbox), await files()]).toEqual([['done', 'done', 'failed'], 1])
  // Its bytes are not: two hundred files would fill the disk because one of them failed.
  await pass(25 * 60_000, 60_000)
  expect([states(outbox), await files()]).toEqual([['done', 'done', 'failed'], 0])
  browser.service.done = ['5: first']
  await outbox.writes.retry(needing)
  await pass(1000)
  expect(browser.service.done).toEqual(['5: first', '6: second'])
  await pass(20 * 60_000, 60_000)
  expect(outbox.writes.list()).toEqual([])
})

it('waits while the other stands, and stands itself once that is taken back', async () => {
  const outbox = await open()
  browser.service.fates = ['refused']
  const [maker] = await addBoth(outbox)
  await pass(60_000, 10_000)
  expect(states(outbox)).toEqual(['failed', 'waiting'])
  await outbox.writes.cancel(maker)
  await pass(1000)
  expect(outbox.writes.list().map(({ state, error }) => [state, error?.kind])).toEqual([
    ['failed', 'notFound'],
  ])
  expect(browser.service.done).toEqual([])
})

it('takes several back together, or none of them', async () => {
  browser.online.set(false)
  const outbox = await open()
  const ids = await addBoth(outbox)
  expect(await outbox.writes.cancel(...ids, 'another')).toBe(false)
  expect(outbox.writes.list()).toHaveLength(2)
  expect(await outbox.writes.cancel(...ids)).toBe(true)
  expect(outbox.writes.list()).toEqual([])
})

it('gives up what is under way: it goes where it did not arrive, and is done where it did', async () => {
  const outbox = await open()
  for (const fate of ['lostBefore', 'lostAfter'] as const) {
    browser.service.fates = [fate]
    browser.service.readFates = ['ok', 'lostBefore']
    const [id = ''] = await outbox.writes.add(making, { input: textFor(5, fate), lane: fate })
    await pass(500)
    expect(await outbox.writes.abandon(id)).toBe(true)
    await pass(10_000)
  }
  expect(browser.service.done).toEqual(['5: lostAfter'])
  expect(outbox.writes.list().map(({ state, lane }) => [lane, state])).toEqual([['lostAfter', 'done']])
})

it('gives up what left in another tab that this one did not hear of', async () => {
  browser.online.set(false)
  const never = async (_endpoint: Endpoint, _input: object, options: CallOptions = {}) => {
    await options.leaving?.()
    return new Promise<never>(() => undefined)
  }
  const first = await browser.tab({ kinds: [blind], call: never })
  const [id = ''] = await first.writes.add(blind, { input: textFor(5, 'a'), lane: 'a' })
  const deaf = await browser.tab({ kinds: [blind], openChannel: () => undefined })
  browser.online.set(true)
  await pass(500)
  expect([states(first), states(deaf)]).toEqual([['sending'], ['waiting']])
  expect(await deaf.writes.abandon(id)).toBe(true)
  expect(deaf.writes.list()[0]).toMatchObject({ state: 'sending', givenUp: true })
})

it('lets three of bulk go at a time, and others beside them', async () => {
  const under: string[] = []
  const outbox = await browser.tab({
    kinds: [bulk, blind],
    call: async (_endpoint: Endpoint, input: object, options: CallOptions = {}) => {
      await options.leaving?.()
      under.push(`${options.priority} ${'user_id' in input ? input.user_id : ''}`)
      return new Promise(() => undefined)
    },
  })
  const many = [1, 2, 3, 4, 5].map(user => ({ input: textFor(user, 'a'), lane: `bulk ${user}` }))
  await outbox.writes.add(bulk, ...many)
  await outbox.writes.add(blind, { input: textFor(9, 'a message'), lane: 'chat' })
  await pass(1000)
  // Lanes wait for nothing of each other, so which of them calls first is not said.
  expect(under.sort()).toEqual(['background 1', 'background 2', 'background 3', 'write 9'])
})
