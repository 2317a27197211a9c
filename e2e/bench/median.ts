/** Returns the median. For an even number of values it is the mean of the two middle ones. */
export function median(sample: readonly number[]): number {
  const sorted = [...sample].sort((a, b) => a - b)
  const middle = sorted.length / 2
  const low = sorted[Math.ceil(middle) - 1] ?? Number.NaN
  const high = sorted[Math.floor(middle)] ?? Number.NaN
  return (low + high) / 2
}
