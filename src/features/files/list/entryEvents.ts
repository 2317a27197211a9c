import type { ChangeEvent, FocusEvent, KeyboardEvent, MouseEvent, RefObject } from 'react'
import { useT } from '../../../i18n/useT.ts'
import { useDocumentKeys } from '../../../ui/focus/useDocumentKeys.ts'
import { useShortcuts } from '../../../ui/focus/useShortcuts.ts'
import type { FloatAnchor } from '../../../ui/layout/FloatTarget.tsx'
import type { Selection } from '../selection/useSelected.ts'
import type { ListPlace, ListProps } from './useListPlace.ts'

/**
 * Returns the pointer handlers of the list: they open an entry, select with Ctrl, ⌘ or Shift, and run its controls. The
 * container has the handlers, because thousands of entries scroll by.
 */
export function entryEvents(
  { rows, index, onOpen, onMenu }: ListProps,
  { selection, place }: { selection: Selection; place: ListPlace },
) {
  const entryAt = (target: Element) => {
    const id = target.closest<HTMLElement>('[data-entry]')?.dataset.entry
    return id === undefined ? undefined : index.get(Number(id))
  }
  return {
    onFocus: ({ target }: FocusEvent) => {
      const entry = entryAt(target)
      if (entry) place.activate(entry)
    },
    // Otherwise Shift would select the text between two rows.
    onMouseDown: (event: MouseEvent) => {
      if (event.shiftKey) event.preventDefault()
    },
    // In the capture phase, before the link opens another tab or window.
    onClickCapture: (event: MouseEvent) => {
      const entry = event.target instanceof Element ? entryAt(event.target) : undefined
      if (!entry || isControl(event.target) || !(event.ctrlKey || event.metaKey || event.shiftKey)) return
      event.preventDefault()
      if (event.shiftKey) selection.range(entry.id, rows[place.active]?.id)
      else selection.toggle(entry.id)
      place.activate(entry)
    },
    onClick: (event: MouseEvent) => {
      const { target } = event
      const entry = target instanceof Element ? entryAt(target) : undefined
      if (!entry || !(target instanceof Element) || event.defaultPrevented) return
      const button = target.closest('button')
      if (button) return onMenu(entry, button)
      const isLink = target.closest('a') !== null
      // With Alt, browsers have another action for links.
      if (isControl(target) || (isLink && event.altKey)) return
      event.preventDefault()
      onOpen(entry)
    },
    onChange: ({ target }: ChangeEvent<HTMLElement>) => {
      const entry = entryAt(target)
      if (entry) selection.toggle(entry.id)
    },
    onContextMenu: (event: MouseEvent) => {
      const { target } = event
      const entry = target instanceof Element ? entryAt(target) : undefined
      if (!entry || !(target instanceof Element)) return
      event.preventDefault()
      place.activate(entry)
      onMenu(entry, pointOf(target, event))
    },
  }
}

/** Returns an anchor for a menu at the pointer. It exists as long as the row does. */
const pointOf = (row: Element, { clientX, clientY }: MouseEvent): FloatAnchor => ({
  getBoundingClientRect: () => new DOMRect(clientX, clientY, 0, 0),
  contextElement: row.closest('[data-entry]') ?? row,
})

const isControl = (target: EventTarget) =>
  target instanceof Element && target.closest('label, button') !== null

type Keyed = { columns: number; page: number; selection: Selection; place: ListPlace }

/** Handles the keys while the focus is in the list. Deletion has no key, because it is easily hit by accident. */
export function onListKey(
  event: KeyboardEvent<HTMLElement>,
  { rows, shown, onOpen, onPreview, onUp, onMenu }: ListProps,
  { columns, page, selection, place }: Keyed,
): void {
  const { key, target, shiftKey } = event
  const entry = rows[place.active]
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
    const to = place.focusAt(place.active + step)
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

type FilesKeys = {
  selection: Selection
  up: () => void
  /** Moves the focus to the list. */
  focusList: () => void
  /** Undefined while the preview is closed. */
  closePreview: (() => void) | undefined
  /** Undefined if the user may not write here. */
  onNew: (() => void) | undefined
}

/** Adds the shortcuts of the screen. The list itself handles those that move to an entry or act on it. */
export function useFilesKeys(
  section: RefObject<HTMLElement | null>,
  { selection, up, focusList, closePreview, onNew }: FilesKeys,
): void {
  const t = useT('files')
  useShortcuts([
    { key: 'ArrowDown', description: t('keys.rows'), run: focusList },
    { key: 'ArrowUp', description: t('keys.rows'), run: focusList },
    { key: 'Enter', description: t('keys.open') },
    { key: 'Backspace', description: t('keys.up'), run: up },
    { key: ' ', description: t('keys.preview') },
    { key: 'x', description: t('keys.select') },
    { key: 'Ctrl+A', description: t('keys.all') },
    { key: 'Escape', description: t('keys.clear') },
    {
      key: '/',
      description: t('keys.filter'),
      run: () => section.current?.querySelector<HTMLInputElement>('input[type="search"]')?.focus(),
    },
    ...(onNew ? [{ key: 'n', description: t('keys.new'), run: onNew }] : []),
  ])
  useDocumentKeys(event => {
    if (event.target instanceof HTMLElement && event.target.closest('input[type="search"], textarea')) return
    const isAll = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'a'
    if (isAll) selection.all()
    else if (event.key !== 'Escape') return
    else if (selection.ids.size > 0) selection.clear()
    else if (closePreview) closePreview()
    else return
    event.preventDefault()
  })
}
