type OptionPosition = {
  /** Index of the active option. */
  index: number
  count: number
  /** If undefined, Page Up and Page Down are not handled. */
  pageSize?: number
}

/**
 * Returns the index of the option that a key makes active in a combobox. The arrow keys wrap around. Undefined for
 * other keys and for an empty list.
 */
export function getOptionMove(key: string, { index, count, pageSize }: OptionPosition): number | undefined {
  if (count === 0) return undefined
  if (key === 'ArrowDown') return (index + 1) % count
  if (key === 'ArrowUp') return (index + count - 1) % count
  if (pageSize === undefined) return undefined
  if (key === 'PageDown') return Math.min(index + pageSize, count - 1)
  if (key === 'PageUp') return Math.max(index - pageSize, 0)
  return undefined
}
