/** Does things one after another, a few at a time, the most wanted first. */
export type InTurn = {
  /** What is wanted now, in order; what was wanted before and has not begun is forgotten. */
  want: (ids: readonly number[]) => void
}

/** `run` never rejects. Each id is run once; `again` lets all be run once more. */
export function createInTurn(
  limit: number,
  run: (id: number) => Promise<unknown>,
): InTurn & { again: () => void } {
  let wanted: readonly number[] = []
  let begun = new Set<number>()
  let running = 0
  const go = () => {
    while (running < limit) {
      const next = wanted.find(id => !begun.has(id))
      if (next === undefined) return
      begun.add(next)
      running++
      void run(next).finally(() => {
        running--
        go()
      })
    }
  }
  return {
    want: ids => {
      wanted = ids
      go()
    },
    again: () => {
      begun = new Set()
      go()
    },
  }
}
