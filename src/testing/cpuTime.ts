import { expect } from 'vitest'

/** Unlike the wall clock, this ignores other processes. */
export function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

export async function cpuMs(work: () => unknown): Promise<number> {
  const before = threadCpuMs()
  await work()
  return threadCpuMs() - before
}

/** The first run compiles the code, and any run may include a garbage collection. */
const maxRuns = 3

/** Checks that one of three runs uses less CPU time than the limit. */
export async function expectCpuBelow(limitMs: number, work: () => unknown): Promise<void> {
  let usedMs = await cpuMs(work)
  for (let run = 2; run <= maxRuns && usedMs >= limitMs; run += 1)
    usedMs = Math.min(usedMs, await cpuMs(work))
  expect(usedMs, 'CPU time in ms').toBeLessThan(limitMs)
}

/** Linear work takes 4 times as long for 4 times the size, quadratic work 16 times. */
const maxGrowth = 8
const maxRounds = 5
/** Shorter work is repeated, because some systems count CPU time in steps of 4 ms. */
const minMeasuredMs = 50

/** Checks that CPU time grows linearly. `prepare` returns the work for a size. */
export async function expectLinear(prepare: (size: number) => () => unknown, size: number): Promise<void> {
  const [small, large] = [prepare(size), prepare(4 * size)]
  let growth = Number.POSITIVE_INFINITY
  for (let round = 1; round <= maxRounds && growth >= maxGrowth; round += 1) {
    // Larger first, because compilation then only exaggerates the growth.
    const largeMs = await averageCpuMs(large)
    growth = largeMs / (await averageCpuMs(small))
  }
  expect(growth, `CPU time for ${4 * size} divided by CPU time for ${size}`).toBeLessThan(maxGrowth)
}

async function averageCpuMs(work: () => unknown): Promise<number> {
  const before = threadCpuMs()
  let runs = 0
  let usedMs = 0
  while (usedMs < minMeasuredMs) {
    await work()
    runs += 1
    usedMs = threadCpuMs() - before
  }
  return usedMs / runs
}
