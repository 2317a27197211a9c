import { threadCpuMs } from './cpuTime.ts'

/**
 * Returns the longest time in ms for which `work` blocked the event loop. Measures CPU time of this thread, so that a
 * busy machine does not look like a blocked loop. Returns the minimum of three runs: the first one compiles the code,
 * and any of them may include a garbage collection.
 */
export async function longestStretch(work: () => Promise<unknown>): Promise<number> {
  const runs = [await once(work), await once(work), await once(work)]
  return Math.min(...runs)
}

async function once(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let isRunning = true
  let before = threadCpuMs()
  const watch = () => {
    const now = threadCpuMs()
    longest = Math.max(longest, now - before)
    before = now
    if (isRunning) setImmediate(watch)
  }
  setImmediate(watch)
  try {
    await work()
    // Also measure the stretch at the end of the work.
    await new Promise(resolve => setImmediate(resolve))
    return longest
  } finally {
    isRunning = false
  }
}
