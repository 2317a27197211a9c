import type { KeyboardEvent } from 'react'
import type { Selection } from '../selection/SelectionContext.ts'
import type { ListProps } from './ListProps.ts'
import type { VirtualLines } from './useVirtualLines.ts'

type Keyed = { columns: number; page: number; selection: Selection; lines: VirtualLines }

/** What the keys do while the focus is in the list. Deleting has no key: it is too easily hit. */
export function onListKey(
  event: KeyboardEvent<HTMLElement>,
  { rows, shown, onOpen, onPreview, onUp, onMenu }: ListProps,
  { columns, page, selection, lines }: Keyed,
): void {
  const { key, target, shiftKey } = event
  const entry = rows[lines.active]
  const isRow = target instanceof HTMLElement && target.dataset.entry !== undefined
  const steps: Record<string, number> = {
    ArrowDown: columns,
    ArrowUp: -columns,
    ...(columns > 1 && { ArrowRight: 1, ArrowLeft: -1 }),
    PageDown: columns * page,
    PageUp: -columns * page,
    Home: -rows.length,
    End: rows.length,
  }
  const step = steps[key]
  if (event.altKey || (event.ctrlKey && key !== ' ') || event.metaKey) return
  if (step !== undefined) {
    const from = entry?.id
    const to = lines.focusAt(lines.active + step)
    if (shiftKey && to) selection.range(to.id, from)
  } else if (key === 'Backspace') onUp()
  else if (entry && isRow && key === 'Enter') onOpen(entry)
  else if (entry && isRow && (key === 'x' || (key === ' ' && (event.ctrlKey || shiftKey)))) {
    selection.toggle(entry.id)
  } else if (entry && isRow && key === ' ') {
    if (!entry.is_dir || shown !== undefined) onPreview(entry)
  } else if (entry && isRow && (key === 'ContextMenu' || (key === 'F10' && shiftKey))) {
    onMenu(entry, target)
  } else return
  event.preventDefault()
}
