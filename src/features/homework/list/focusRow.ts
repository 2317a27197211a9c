/** Moves the focus to the next (1) or previous (-1) row inside `container`; from elsewhere to the first or the last. */
export function focusRow(container: HTMLElement | null, step: 1 | -1): void {
  const links = [...(container?.querySelectorAll<HTMLElement>('[data-homework] a[data-open]') ?? [])]
  const row = document.activeElement?.closest('[data-homework]')
  const at = links.findIndex(link => row?.contains(link))
  const next = at < 0 ? (step > 0 ? 0 : links.length - 1) : Math.min(links.length - 1, Math.max(0, at + step))
  links[next]?.focus()
  links[next]?.scrollIntoView({ block: 'nearest' })
}
