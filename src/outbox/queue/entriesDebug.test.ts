import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  advanceTime,
  correctionInput,
  fakeTimers,
  testBrowser,
  verifiableWrite,
} from '../../testing/testOutbox.ts'

let browser: ReturnType<typeof testBrowser>
let logged: unknown[][]
beforeEach(() => {
  fakeTimers()
  browser = testBrowser()
  logged = []
  vi.spyOn(console, 'debug').mockImplementation((...line) => void logged.push(line))
})
afterEach(() => {
  browser.close()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const turnOn = (value: string) => vi.stubGlobal('localStorage', { getItem: () => value })

it('logs each state of an entry with ID and kind, but never its text', async () => {
  turnOn('events,outbox')
  const outbox = await browser.tab()
  const [sent = ''] = await outbox.writes.add(verifiableWrite, {
    input: correctionInput(5, 'Secret'),
    lane: 'lane/5',
  })
  await advanceTime(1000)
  browser.service.outcomes.push('refused')
  const [refused = ''] = await outbox.writes.add(verifiableWrite, {
    input: correctionInput(6, 'Secret'),
    lane: 'lane/6',
  })
  await advanceTime(1000)
  await outbox.writes.cancel(refused)
  const of = (id: string) =>
    logged.map(([, facts]) => facts).filter(facts => (facts as { id: string }).id === id)
  expect(of(sent)).toEqual(
    ['waiting', 'sending', 'done'].map(state =>
      expect.objectContaining({ id: sent, kind: 'returning', state }),
    ),
  )
  expect(of(refused).slice(-2)).toEqual([
    { id: refused, kind: 'returning', state: 'failed', error: 'invalid', status: 422 },
    { id: refused, kind: 'returning', state: 'removed' },
  ])
  expect(new Set(logged.map(([label]) => label))).toEqual(new Set(['[staffroom outbox]']))
  expect(JSON.stringify(logged)).not.toContain('Secret')
})

it('logs no entry while the switch is off', async () => {
  turnOn('events')
  const outbox = await browser.tab()
  await outbox.writes.add(verifiableWrite, { input: correctionInput(5, 'Secret'), lane: 'lane/5' })
  await advanceTime(1000)
  expect(outbox.writes.list().map(({ state }) => state)).toEqual(['done'])
  expect(logged).toEqual([])
})
