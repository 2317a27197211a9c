type Numbered = { readonly id: number }

/** Index of the first row with an id above `id`, the length where there is none. Ids grow. */
export function firstAfter(rows: readonly Numbered[], id: number): number {
  let low = 0
  let high = rows.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((rows[middle]?.id ?? 0) <= id) low = middle + 1
    else high = middle
  }
  return low
}

/** Index of the row, -1 where there is none. Ids grow. */
export function indexOfRow(rows: readonly Numbered[], id: number): number {
  const index = firstAfter(rows, id) - 1
  return rows[index]?.id === id ? index : -1
}
