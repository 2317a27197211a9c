/** Items in order, a step of some thousand comparisons at a time, so that other work can come between. Stable. */
export function* sortSteps<T>(items: readonly T[], compare: (a: T, b: T) => number): Generator<void, T[]> {
  let runs: T[][] = []
  for (let at = 0; at < items.length; at += step) {
    runs.push(items.slice(at, at + step).sort(compare))
    yield
  }
  while (runs.length > 1) {
    const merged: T[][] = []
    for (let at = 0; at < runs.length; at += 2) {
      merged.push(yield* merge(runs[at] ?? [], runs[at + 1] ?? [], compare))
    }
    runs = merged
  }
  return runs[0] ?? []
}

const step = 1000

function* merge<T>(
  left: readonly T[],
  right: readonly T[],
  compare: (a: T, b: T) => number,
): Generator<void, T[]> {
  const merged: T[] = []
  let l = 0
  let r = 0
  while (l < left.length || r < right.length) {
    const a = left[l]
    const b = right[r]
    if (r >= right.length || (l < left.length && a !== undefined && b !== undefined && compare(a, b) <= 0)) {
      if (a !== undefined) merged.push(a)
      l += 1
    } else {
      if (b !== undefined) merged.push(b)
      r += 1
    }
    if (merged.length % step === 0) yield
  }
  return merged
}
