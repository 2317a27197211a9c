const cpu = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/**
 * How long the loop was held at most while `work` ran, until it ended: milliseconds that this thread computed without
 * giving anybody else a turn. In time of its own, so that a busy machine does not look like a held loop; the least of
 * three runs, since the first one compiles, and a tidying up of memory may fall into any.
 */
export async function longestStretch(work: () => Promise<unknown>): Promise<number> {
  const runs = [await once(work), await once(work), await once(work)]
  return Math.min(...runs)
}

async function once(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let isRunning = true
  let before = cpu()
  const watch = () => {
    const now = cpu()
    longest = Math.max(longest, now - before)
    before = now
    if (isRunning) setImmediate(watch)
  }
  setImmediate(watch)
  try {
    await work()
    // What ended the work belongs to it.
    await new Promise(resolve => setImmediate(resolve))
    return longest
  } finally {
    isRunning = false
  }
}
