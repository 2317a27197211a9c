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
type Happening = { after: number } & (
  | { kind: 'sending' | 'settle' }
  | { kind: 'learn'; remaining: number; left: number }
  | { kind: 'refused'; wait: number }
)
const happening: fc.Arbitrary<Happening> = fc.oneof(
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

function live(happenings: Happening[]): { pacing: Pacing; now: number } {
  let pacing = initialPacing
  let now = Date.UTC(2026, 10, 18, 8)
  for (const event of happenings) {
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

it('never makes anybody wait for ever, whatever was heard', () => {
  fc.assert(
    fc.property(fc.array(happening, { maxLength: 40 }), chance, (happenings, luck) => {
      const { pacing, now } = live(happenings)
      for (const priority of ['write', 'read', 'overdue', 'background'] as const) {
        const wait = waitFor(pacing, priority, now, luck)
        expect(wait).toBeGreaterThanOrEqual(0)
        // The furthest a header is believed, a clock that went back by all that was generated, and the spread.
        expect(wait).toBeLessThan(120_000 + 200_000 + 30_000)
      }
      expect(slowness).toContain(slowOf(pacing, 10_000))
      expect(pacing.sent).toBeGreaterThanOrEqual(0)
    }),
  )
})

it('never lets a poll go before a read, or a read before a write', () => {
  fc.assert(
    fc.property(fc.array(happening, { maxLength: 40 }), chance, (happenings, luck) => {
      const { pacing, now } = live(happenings)
      const wait = (standing: Standing) => waitFor(pacing, standing, now, luck)
      expect(wait('write')).toBeLessThanOrEqual(wait('read'))
      expect(wait('read')).toBeLessThanOrEqual(wait('overdue'))
      expect(wait('overdue')).toBeLessThanOrEqual(wait('background'))
    }),
  )
})

it('takes the lowest count of a minute for the newest, in whatever order answers come', () => {
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
