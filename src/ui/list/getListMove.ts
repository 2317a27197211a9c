type ListPosition = {
  /** Index of the current row. */
  index: number
  count: number
  /** Rows next to each other. More than 1 in a grid, where the left and right arrow keys move, too. */
  columns?: number | undefined
  /** Number of lines per page. Without it, Page Up and Page Down scroll. */
  pageSize?: number | undefined
}

/** Returns the index to which a key moves the focus in a list or grid. Returns undefined for other keys. */
export function getListMove(
  key: string,
  { index, count, columns = 1, pageSize }: ListPosition,
): number | undefined {
  const steps: Record<string, number> = {
    ArrowDown: columns,
    ArrowUp: -columns,
    ...(columns > 1 && { ArrowRight: 1, ArrowLeft: -1 }),
    ...(pageSize !== undefined && { PageDown: columns * pageSize, PageUp: -columns * pageSize }),
    Home: -count,
    End: count,
  }
  const step = steps[key]
  return step === undefined ? undefined : Math.max(0, Math.min(count - 1, index + step))
}
