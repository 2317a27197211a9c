import { threadCpuMs } from './cpuTime.ts'

/**
 * Returns the longest block of the event loop in ms of CPU time. Takes the minimum of three runs, because of
 * compilation and garbage collection.
 */
export async function measureMaxBlockedMs(work: () => Promise<unknown>): Promise<number> {
  const runs = [await measureOnce(work), await measureOnce(work), await measureOnce(work)]
  return Math.min(...runs)
}

async function measureOnce(work: () => Promise<unknown>): Promise<number> {
  let maxMs = 0
  let isRunning = true
  let lastMs = threadCpuMs()
  const watch = () => {
    const currentMs = threadCpuMs()
    maxMs = Math.max(maxMs, currentMs - lastMs)
    lastMs = currentMs
    if (isRunning) setImmediate(watch)
  }
  setImmediate(watch)
  try {
    await work()
    await new Promise(resolve => setImmediate(resolve))
    return maxMs
  } finally {
    isRunning = false
  }
}
