type ListPosition = {
  /** Index of the current row. */
  index: number
  count: number
  /** More than 1 in a grid. */
  columns?: number | undefined
  /** Lines per page. If undefined, Page Up and Page Down scroll. */
  pageSize?: number | undefined
}

/** Returns the index to which a key moves the focus. Undefined for other keys. */
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
