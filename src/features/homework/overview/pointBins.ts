/** One bar: how many have points from `from` up to, not including, `to`; `closed` includes `to` as well. */
export type PointBin = { from: number; to: number; closed: boolean; count: number }

/** `single`: every bar stands for one value, `from`. `range`: every bar covers a range of one width. */
export type PointBins = { kind: 'single' | 'range'; step: number; bins: readonly PointBin[] }

const mostSingles = 21
const mostRanges = 15
// A thousandth is finer than any points are given; it also undoes what binary fractions do to 0.1.
// What is very large has no such digits, and times a thousand would be more than a number can hold.
const exact = (value: number) => (value > 1e12 ? value : Math.round(value * 1000) / 1000)

/**
 * Bars for points between 0 and the `maximum` (`undefined`: the highest points given count as it). One bar for each
 * value where they are few, else ranges of 1, 2 or 5 times a power of ten. Points above the maximum widen the axis.
 */
export function pointBins(points: readonly number[], maximum: number | undefined): PointBins {
  const top = Math.max(maximum ?? 0, ...points)
  if (points.length === 0 || !(top > 0)) {
    const bins = points.length === 0 ? [] : [{ from: 0, to: 0, closed: true, count: points.length }]
    return { kind: 'single', step: 1, bins }
  }
  const single = [1, 0.5].find(
    step => top / step + 1 <= mostSingles && [top, ...points].every(value => Number.isInteger(value / step)),
  )
  if (single !== undefined) return singles(points, top, single)
  return ranges(points, top)
}

function singles(points: readonly number[], top: number, step: number): PointBins {
  const bins = Array.from({ length: top / step + 1 }, (_, index) => {
    const from = index * step
    return { from, to: from, closed: true, count: points.filter(value => value === from).length }
  })
  return { kind: 'single', step, bins }
}

function ranges(points: readonly number[], top: number): PointBins {
  const step = niceStep(Math.max(0.001, top / mostRanges))
  const length = Math.max(1, Math.ceil(exact(top / step)))
  const counts = Array.from({ length }, () => 0)
  for (const value of points) {
    const index = Math.min(length - 1, Math.floor(exact(value / step)))
    counts[index] = (counts[index] ?? 0) + 1
  }
  const bins = counts.map((count, index) => ({
    from: exact(index * step),
    to: index === length - 1 ? exact(Math.max(top, index * step)) : exact((index + 1) * step),
    closed: index === length - 1,
    count,
  }))
  return { kind: 'range', step, bins }
}

/** The smallest of 1, 2, 5 times a power of ten that is at least this. */
function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least))
  return exact(([1, 2, 5].find(factor => factor * power >= least - 1e-9) ?? 10) * power)
}
