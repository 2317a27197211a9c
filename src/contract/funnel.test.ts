import { expect, it } from 'vitest'
import { funnelOf } from './funnel.ts'

const step = (flags: string) => ({
  is_acknowledged: flags.includes('a'),
  is_submitted: flags.includes('s'),
  is_corrected: flags.includes('c'),
})
const of = (...flags: string[]) => funnelOf(flags.map(step))

it('counts what happened, not what should have happened first', () => {
  expect(of('', 'a', 'as', 's', 'asc', 'c')).toMatchObject({
    of: 6,
    seen: 4,
    handedIn: 3,
    corrected: 2,
    toCorrect: 2,
  })
})

it('draws parts that hold each other, whatever order things happened in', () => {
  const { bar } = of('c', 'c', 's', '')
  expect(bar).toEqual([0.75, 0.75, 0.5])
})

it('is empty for a class without pupils', () => {
  expect(funnelOf([])).toEqual({ of: 0, seen: 0, handedIn: 0, corrected: 0, toCorrect: 0, bar: [0, 0, 0] })
})
