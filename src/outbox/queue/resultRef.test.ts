import { expect } from 'vitest'
import type { CallOptions } from '../../api/client/call.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { submissions } from '../../contract/submissions.ts'
import {
  advanceTime,
  type Browser,
  correctionInput,
  queryTable,
  test,
  unverifiableWrite,
  verifiableWrite,
} from '../../testing/testOutbox.ts'
import type { WriteKind } from './Writes.ts'

const making: WriteKind<typeof submissions.correct, unknown, { next: number }> = {
  name: 'making',
  endpoint: verifiableWrite.endpoint,
  toResult: () => ({ next: 6 }),
  async wasApplied(sent, call) {
    return (await verifiableWrite.wasApplied?.({ ...sent, base: undefined }, call)) === true && { next: 6 }
  },
}
const bulk: WriteKind<typeof submissions.correct> = { ...unverifiableWrite, name: 'bulk', isBulk: true }
const open = (browser: Browser) => browser.tab({ kinds: [making, unverifiableWrite, bulk] })
type Outbox = Awaited<ReturnType<typeof open>>
const states = ({ writes }: Outbox) => writes.list().map(({ state }) => state)

/** Adds an entry, and one of another lane that depends on it. */
async function addBoth({ writes }: Outbox): Promise<[string, string]> {
  const maker = writes.newId()
  const needs = { ...correctionInput(5, 'second'), user_id: { madeBy: maker, part: 'next' } }
  const ids = await writes.addAll([
    { kind: making, entry: { id: maker, input: correctionInput(5, 'first'), lane: 'a', group: 'g' } },
    { kind: unverifiableWrite, entry: { input: needs, lane: 'b', group: 'g' } },
  ])
  return [ids[0] ?? '', ids[1] ?? '']
}

test('sends an entry with a ResultRef after the other entry is done', async ({ browser }) => {
  const first = await open(browser)
  browser.service.outcomes = ['lostAfter']
  browser.service.readOutcomes = ['lostBefore']
  await addBoth(first)
  await advanceTime(500)
  expect(browser.service.executed).toEqual(['5: first'])
  await first.stop()
  const second = await open(browser)
  const doneUserIds: unknown[] = []
  second.writes.onDone(({ input }) => doneUserIds.push('user_id' in input && input.user_id))
  await advanceTime(10_000)
  expect(browser.service.executed).toEqual(['5: first', '6: second'])
  expect(states(second)).toEqual(['done', 'done'])
  expect(doneUserIds).toEqual([5, 6])
})

test('keeps done entries until their whole group is done', async ({ browser }) => {
  const outbox = await open(browser)
  const files = () => queryTable(browser, 'files', store => store.count())
  const storedFile = await outbox.drafts.putFile(new File(['bytes'], 'a.txt'))
  browser.service.outcomes = ['ok', 'ok', 'refused']
  await outbox.writes.add(unverifiableWrite, {
    input: correctionInput(4, storedFile.id),
    lane: 'c',
    group: 'g',
  })
  const [, needing] = await addBoth(outbox)
  await advanceTime(5 * 60_000, 60_000)
  expect([states(outbox), await files()]).toEqual([['done', 'done', 'failed'], 1])
  // Deleted before the entries, otherwise one failure among 200 files would fill the disk.
  await advanceTime(25 * 60_000, 60_000)
  expect([states(outbox), await files()]).toEqual([['done', 'done', 'failed'], 0])
  browser.service.executed = ['5: first']
  await outbox.writes.retry(needing)
  await advanceTime(1000)
  expect(browser.service.executed).toEqual(['5: first', '6: second'])
  await advanceTime(20 * 60_000, 60_000)
  expect(outbox.writes.list()).toEqual([])
})

test('an entry with a ResultRef fails when the other entry is cancelled', async ({ browser }) => {
  const outbox = await open(browser)
  browser.service.outcomes = ['refused']
  const [maker] = await addBoth(outbox)
  await advanceTime(60_000, 10_000)
  expect(states(outbox)).toEqual(['failed', 'waiting'])
  await outbox.writes.cancel(maker)
  await advanceTime(1000)
  expect(outbox.writes.list().map(({ state, error }) => [state, error?.kind])).toEqual([
    ['failed', 'notFound'],
  ])
  expect(browser.service.executed).toEqual([])
})

test('cancel() either removes all given entries or keeps all', async ({ browser }) => {
  browser.online.set(false)
  const outbox = await open(browser)
  const ids = await addBoth(outbox)
  expect(await outbox.writes.cancel(...ids, 'another')).toBe(false)
  expect(outbox.writes.list()).toHaveLength(2)
  expect(await outbox.writes.cancel(...ids)).toBe(true)
  expect(outbox.writes.list()).toEqual([])
})

test('abort() removes an entry, or completes it if it was executed', async ({ browser }) => {
  const outbox = await open(browser)
  for (const outcome of ['lostBefore', 'lostAfter'] as const) {
    browser.service.outcomes = [outcome]
    browser.service.readOutcomes = ['lostBefore']
    const [id = ''] = await outbox.writes.add(making, { input: correctionInput(5, outcome), lane: outcome })
    await advanceTime(500)
    expect(await outbox.writes.abort(id)).toBe(true)
    await advanceTime(10_000)
  }
  expect(browser.service.executed).toEqual(['5: lostAfter'])
  expect(outbox.writes.list().map(({ state, lane }) => [lane, state])).toEqual([['lostAfter', 'done']])
})

test('abort() marks an entry that another tab is sending', async ({ browser }) => {
  browser.online.set(false)
  const never = async (_endpoint: Endpoint, _input: object, options: CallOptions = {}) => {
    await options.onBeforeSend?.()
    return new Promise<never>(() => undefined)
  }
  const first = await browser.tab({ kinds: [unverifiableWrite], call: never })
  const [id = ''] = await first.writes.add(unverifiableWrite, { input: correctionInput(5, 'a'), lane: 'a' })
  const isolated = await browser.tab({ kinds: [unverifiableWrite], openChannel: () => undefined })
  browser.online.set(true)
  await advanceTime(500)
  expect([states(first), states(isolated)]).toEqual([['sending'], ['waiting']])
  expect(await isolated.writes.abort(id)).toBe(true)
  expect(isolated.writes.list()[0]).toMatchObject({ state: 'sending', isAborted: true })
})

test('sends at most three bulk entries at a time', async ({ browser }) => {
  const inFlight: string[] = []
  const outbox = await browser.tab({
    kinds: [bulk, unverifiableWrite],
    call: async (_endpoint: Endpoint, input: object, options: CallOptions = {}) => {
      await options.onBeforeSend?.()
      inFlight.push(`${options.priority} ${'user_id' in input ? input.user_id : ''}`)
      return new Promise(() => undefined)
    },
  })
  const many = [1, 2, 3, 4, 5].map(user => ({ input: correctionInput(user, 'a'), lane: `bulk ${user}` }))
  await outbox.writes.add(bulk, ...many)
  await outbox.writes.add(unverifiableWrite, { input: correctionInput(9, 'a message'), lane: 'chat' })
  await advanceTime(1000)
  // Lanes are independent, so their order is undefined.
  expect(inFlight.sort()).toEqual(['background 1', 'background 2', 'background 3', 'user 9'])
})

test('sends an entry with `after` once the named entries need no more requests', async ({ browser }) => {
  const outbox = await open(browser)
  browser.service.outcomes = ['busy', 'refused']
  const [slow, refused] = [outbox.writes.newId(), outbox.writes.newId()]
  await outbox.writes.add(
    unverifiableWrite,
    { id: slow, input: correctionInput(1, 'slow'), lane: 'slow' },
    { id: refused, input: correctionInput(2, 'refused'), lane: 'refused' },
    { input: correctionInput(3, 'last'), lane: 'last', after: [slow, refused, 'removed long ago'] },
  )
  await advanceTime(100)
  expect(browser.service.executed).toEqual([])
  await advanceTime(60_000, 1000)
  expect(states(outbox)).toEqual(['done', 'failed', 'done'])
  expect(browser.service.executed).toEqual(['1: slow', '3: last'])
})
