import { notifyManager, type Query, type QueryClient } from '@tanstack/react-query'
import { askAgain, bringUpToDate, type Written } from './bringUpToDate.ts'

/** Between two times that the cache is changed, ms. */
const interval = 1000
/** What the answers do not say is asked again every so many of these times, and at the end. */
const seldom = 15

/**
 * Brings the cache up to date after writes that may come by the hundred: those whose answers gather enter it about once a
 * second, together and in order, and what else they touch is asked again a few times a minute. Any other write does so at
 * once, after those before it.
 */
export function gatherWrites(
  queryClient: QueryClient,
  clock: () => number,
): (write: Written, answer: unknown) => void {
  let waiting: { write: Written; answer: unknown; at: number }[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const stale = new Set<Query>()
  const enterAll = () => {
    const entering = waiting
    waiting = []
    notifyManager.batch(() => {
      for (const { write, answer, at } of entering) bringUpToDate(queryClient, write, answer, at, stale)
    })
  }
  const ask = () => {
    askAgain(queryClient, new Set(stale))
    stale.clear()
  }
  const pause = (times: number) => {
    timer = setTimeout(() => {
      timer = undefined
      const isOver = waiting.length === 0
      enterAll()
      if (isOver || times % seldom === 0) ask()
      if (!isOver) pause(times + 1)
    }, interval)
  }
  return (write, answer) => {
    const gathers = write.endpoint.enters?.some(entering => entering.gathers)
    if (!gathers) {
      enterAll()
      bringUpToDate(queryClient, write, answer, clock())
      return
    }
    waiting.push({ write, answer, at: clock() })
    if (timer !== undefined) return
    enterAll()
    ask()
    pause(1)
  }
}
