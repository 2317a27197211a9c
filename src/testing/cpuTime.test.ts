import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { cpuMs, expectCpuBelow, expectLinear } from './cpuTime.ts'

function count(steps: number): number {
  let sum = 0
  for (let step = 0; step < steps; step += 1) sum = (sum + step * step) % 1_000_003
  return sum
}

it('measures computing and not waiting', async () => {
  expect(await cpuMs(() => wait(300))).toBeLessThan(100)
  let steps = 1_000_000
  // Double the work until it takes 20 ms on any machine.
  while ((await cpuMs(() => count(steps))) < 20) steps *= 2
  expect(await cpuMs(() => count(steps))).toBeGreaterThan(5)
})

it('allows a slow first run, and no slow third one', async () => {
  let runs = 0
  const slowUntil = (run: number) => () => {
    runs += 1
    if (runs < run) count(5_000_000)
  }
  await expectCpuBelow(20, slowUntil(3))
  expect(runs).toBe(3)
  runs = 0
  await expect(expectCpuBelow(20, slowUntil(4))).rejects.toThrow('CPU time in ms')
  expect(runs).toBe(3)
})

it('distinguishes linear from quadratic growth', async () => {
  await expectLinear(size => () => count(size), 100_000)
  await expectLinear(size => () => count(size * Math.log2(size)), 10_000)
  await expect(expectLinear(size => () => count(size * size), 500)).rejects.toThrow(
    'CPU time for 2000 divided by CPU time for 500',
  )
})
