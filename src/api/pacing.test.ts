import { expect, it } from 'vitest'
import { fc } from '../testing/fastCheck.ts'
import {
  initialPacing,
  learn,
  type Pacing,
  refused,
  type Standing,
  sending,
  settle,
  slowness,
  slowOf,
  waitFor,
} from './client/pacing.ts'

const chance = fc.double({ min: 0, max: 0.999, noNaN: true })
type PacingEvent = { after: number } & (
  | { kind: 'sending' | 'settle' }
  | { kind: 'learn'; remaining: number; left: number }
  | { kind: 'refused'; wait: number }
)
const anyEvent: fc.Arbitrary<PacingEvent> = fc.oneof(
  fc.record({ kind: fc.constantFrom('sending', 'settle'), after: fc.integer({ min: -5000, max: 30_000 }) }),
  fc.record({
    kind: fc.constant('learn'),
    after: fc.integer({ min: -5000, max: 30_000 }),
    remaining: fc.integer({ min: 0, max: 300 }),
    left: fc.integer({ min: 1, max: 120_000 }),
  }),
  fc.record({
    kind: fc.constant('refused'),
    after: fc.integer({ min: -5000, max: 30_000 }),
    wait: fc.integer({ min: 0, max: 120_000 }),
  }),
)

function replay(events: PacingEvent[]): { pacing: Pacing; now: number } {
  let pacing = initialPacing
  let now = Date.UTC(2026, 10, 18, 8)
  for (const event of events) {
    now += event.after
    if (event.kind === 'sending') pacing = sending(pacing)
    if (event.kind === 'settle') pacing = settle(pacing)
    if (event.kind === 'refused') pacing = refused(pacing, now + event.wait)
    if (event.kind === 'learn') {
      pacing = learn(pacing, { limit: 300, remaining: event.remaining, resetAt: now + event.left }, now)
    }
  }
  return { pacing, now }
}

it('waitFor returns a bounded time after any events', () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 40 }), chance, (events, randomValue) => {
      const { pacing, now } = replay(events)
      for (const priority of ['write', 'read', 'overdue', 'background'] as const) {
        const wait = waitFor(pacing, priority, now, randomValue)
        expect(wait).toBeGreaterThanOrEqual(0)
        // Sum of the maximum wait of a header, the maximum change of the clock and the random spread, in ms.
        expect(wait).toBeLessThan(120_000 + 200_000 + 30_000)
      }
      expect(slowness).toContain(slowOf(pacing, 10_000))
      expect(pacing.sent).toBeGreaterThanOrEqual(0)
    }),
  )
})

it('waitFor never admits a poll before a read, or a read before a write', () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 40 }), chance, (events, randomValue) => {
      const { pacing, now } = replay(events)
      const wait = (standing: Standing) => waitFor(pacing, standing, now, randomValue)
      expect(wait('write')).toBeLessThanOrEqual(wait('read'))
      expect(wait('read')).toBeLessThanOrEqual(wait('overdue'))
      expect(wait('overdue')).toBeLessThanOrEqual(wait('background'))
    }),
  )
})

it('learn keeps the lowest remaining count of a minute, in any order of responses', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 300 }), { minLength: 1 }), counts => {
      const now = 1_000_000
      const pacing = counts.reduce(
        (before, remaining) => learn(before, { limit: 300, remaining, resetAt: now + 30_000 }, now),
        initialPacing,
      )
      expect(pacing.seen?.remaining).toBe(Math.min(...counts))
    }),
  )
})
