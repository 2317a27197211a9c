import type { ChangeEvent, KeyboardEvent, MouseEvent } from 'react'
import type { FloatAnchor } from '../layout/FloatTarget.tsx'
import { getRow, getRowKey, type RowAttribute, type RowKey } from './rows.ts'
import type { ListNavigation } from './useListNavigation.ts'
import type { ListSelection } from './useListSelection.ts'

type SelectableList<Row> = {
  attribute: RowAttribute
  navigation: ListNavigation<Row>
  selection: ListSelection
  onOpen: (row: Row) => void
  /** Called for the button of a row, a right click and the menu key. */
  onMenu: (row: Row, anchor: FloatAnchor) => void
}

/**
 * Returns pointer handlers for the container, because there can be thousands of rows. A click opens a row; with Ctrl or
 * ⌘ it selects the row, with Shift a range.
 */
export function getRowHandlers<Row extends { id: number }>(list: SelectableList<Row>) {
  const { attribute, navigation, selection, onOpen, onMenu } = list
  return {
    onFocus: navigation.handleFocus,
    // Otherwise Shift would select text.
    onMouseDown: (event: MouseEvent) => {
      if (event.shiftKey) event.preventDefault()
    },
    // In the capture phase, before the link opens another tab or window.
    onClickCapture: (event: MouseEvent) => {
      const row = navigation.getRowAt(event.target)
      if (!row || isControl(event.target) || !(event.ctrlKey || event.metaKey || event.shiftKey)) return
      event.preventDefault()
      if (event.shiftKey) selection.range(row.id, navigation.activeRow?.id)
      else selection.toggle(row.id)
      navigation.activate(row)
    },
    onClick: (event: MouseEvent) => {
      const { target } = event
      const row = navigation.getRowAt(target)
      if (!row || !(target instanceof Element) || event.defaultPrevented) return
      const button = target.closest('button')
      if (button) return onMenu(row, button)
      const isLink = target.closest('a') !== null
      // With Alt, browsers have another action for links.
      if (isControl(target) || (isLink && event.altKey)) return
      event.preventDefault()
      onOpen(row)
    },
    onChange: ({ target }: ChangeEvent<HTMLElement>) => {
      const row = navigation.getRowAt(target)
      if (row) selection.toggle(row.id)
    },
    onContextMenu: (event: MouseEvent) => {
      const { target } = event
      const row = navigation.getRowAt(target)
      if (!row || !(target instanceof Element)) return
      event.preventDefault()
      navigation.activate(row)
      onMenu(row, createPointAnchor(event, getRow(target, attribute) ?? target))
    },
  }
}

/** The menu closes when the row is removed. */
const createPointAnchor = ({ clientX, clientY }: MouseEvent, row: Element): FloatAnchor => ({
  getBoundingClientRect: () => new DOMRect(clientX, clientY, 0, 0),
  contextElement: row,
})

const isControl = (target: EventTarget) =>
  target instanceof Element && target.closest('label, button') !== null

/**
 * Handles the keys of a list: keys that move the focus, with Shift for a range; Enter; x, Ctrl+Space and Shift+Space to
 * select; the menu key and Shift+F10. Returns false for other keys. There is no key for deletion, because it could be
 * pressed by accident.
 */
export function handleListKey<Row extends { id: number }>(
  event: KeyboardEvent<HTMLElement>,
  { attribute, navigation, selection, onOpen, onMenu }: SelectableList<Row>,
): boolean {
  const { key, target, ctrlKey, shiftKey } = event
  const row = navigation.activeRow
  const next = navigation.handleKeyDown(event)
  if (next) {
    if (shiftKey) selection.range(next.id, row?.id)
    return true
  }
  if (!row || !(target instanceof HTMLElement) || !isRowItself(target, attribute, row.id)) return false
  if (event.altKey || event.metaKey || (ctrlKey && key !== ' ')) return false
  if (key === 'Enter') onOpen(row)
  else if (key === 'x' || (key === ' ' && (ctrlKey || shiftKey))) selection.toggle(row.id)
  else if (key === 'ContextMenu' || (key === 'F10' && shiftKey)) onMenu(row, target)
  else return false
  event.preventDefault()
  return true
}

/** Whether the row has the focus, and not a control in it. */
const isRowItself = (target: Element, attribute: RowAttribute, key: RowKey) =>
  target.hasAttribute(attribute) && getRowKey(target, attribute) === String(key)
