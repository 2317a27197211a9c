import { type RefObject, useEffect, useState } from 'react'
import type { Message } from '../../../contract/messages.ts'
import { getRowKey } from '../../../ui/list/rows.ts'
import { findRowIndex } from './rows.ts'

/** Of a selection. Rows beyond it may be missing in the copied text. */
const maxRows = 1000

/**
 * Returns the indices of all messages from the start to the end of the selected text. They must stay mounted when they are
 * scrolled out of view, because the browser copies only what is rendered.
 */
export function useSelectedRows(
  scroller: RefObject<HTMLElement | null>,
  rows: readonly Pick<Message, 'id'>[],
): readonly number[] {
  const [[anchorId, focusId], setIds] = useState<readonly (number | undefined)[]>([])
  useEffect(() => {
    const update = () => {
      const selection = document.getSelection()
      const getId = (node: Node | null | undefined) =>
        scroller.current?.contains(node ?? null) ? findMessageId(node) : undefined
      const next = selection?.isCollapsed ? [] : [getId(selection?.anchorNode), getId(selection?.focusNode)]
      setIds(ids => (ids[0] === next[0] && ids[1] === next[1] ? ids : next))
    }
    document.addEventListener('selectionchange', update)
    return () => document.removeEventListener('selectionchange', update)
  }, [scroller])
  const [anchor = -1, focus = anchor] = [anchorId, focusId].flatMap(id =>
    id === undefined ? [] : findRowIndex(rows, id),
  )
  const [first, last] = [Math.min(anchor, focus), Math.max(anchor, focus)]
  if (first < 0) return []
  return Array.from({ length: Math.min(last - first + 1, maxRows) }, (_, offset) => first + offset)
}

function findMessageId(node: Node | null | undefined): number | undefined {
  const element = node instanceof Element ? node : node?.parentElement
  const key = getRowKey(element ?? null, 'data-message')
  return key === undefined ? undefined : Number(key)
}
