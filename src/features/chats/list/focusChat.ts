const rowsIn = (list: HTMLElement | null) => [...(list?.querySelectorAll<HTMLElement>('a[data-chat]') ?? [])]

/** Moves the focus within the list, from its search field too. False for a key that moves nothing. */
export function focusChat(list: HTMLElement | null, key: string): boolean {
  const rows = rowsIn(list)
  const active = document.activeElement
  const at = rows.findIndex(row => row.contains(active))
  const inField = at < 0
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[key]
  // In the field the arrows up and the ends of the line are the text's.
  if (to === undefined || (inField && key !== 'ArrowDown')) return false
  const row = rows[to]
  if (row) row.focus()
  else if (to < 0) list?.querySelector('input')?.focus()
  return true
}
