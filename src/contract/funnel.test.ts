import { expect, it } from 'vitest'
import { fc } from '../testing/fastCheck.ts'
import { funnelOf, type Progress, stepOf } from './submissions.ts'

const step = (flags: string) =>
  stepOf({
    is_acknowledged: flags.includes('a'),
    is_submitted: flags.includes('s'),
    is_corrected: flags.includes('c'),
  })
const funnelFrom = (...flags: string[]) => funnelOf(flags.map(step))

it('funnelOf counts corrections without a submission separately', () => {
  expect(funnelFrom('', 'a', 'as', 's', 'asc', 'c')).toMatchObject({
    of: 6,
    seen: 5,
    handedIn: 3,
    corrected: 2,
    toCorrect: 2,
    withoutHandIn: 1,
  })
})

it('funnelOf returns consistent counts for random pupils', () => {
  const places: Progress[] = ['corrected', 'handedIn', 'seen', 'unseen']
  const steps = fc.array(fc.record({ progress: fc.constantFrom(...places), isSubmitted: fc.boolean() }))
  fc.assert(
    fc.property(steps, pupils => {
      const { of, seen, handedIn, corrected, toCorrect, withoutHandIn, bar } = funnelOf(pupils)
      expect(handedIn + withoutHandIn - corrected).toBe(toCorrect)
      expect(of).toBeGreaterThanOrEqual(seen)
      expect(seen).toBeGreaterThanOrEqual(handedIn)
      expect(corrected).toBeGreaterThanOrEqual(withoutHandIn)
      expect(bar.every((part, at) => part >= (bar[at + 1] ?? 0) && part <= 1)).toBe(true)
    }),
  )
})

it('funnelOf returns bar parts in descending order', () => {
  const { bar } = funnelFrom('c', 'c', 's', '')
  expect(bar).toEqual([0.75, 0.75, 0.5])
})

it('funnelOf returns zeros for a class without pupils', () => {
  const empty = { of: 0, seen: 0, handedIn: 0, corrected: 0, toCorrect: 0, withoutHandIn: 0, bar: [0, 0, 0] }
  expect(funnelOf([])).toEqual(empty)
})
