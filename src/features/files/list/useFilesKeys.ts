import type { RefObject } from 'react'
import { useT } from '../../../i18n/useT.ts'
import { useDocumentKeys } from '../../../ui/focus/useDocumentKeys.ts'
import { useShortcuts } from '../../../ui/focus/useShortcuts.ts'
import type { ListSelection } from '../../../ui/list/useListSelection.ts'

type FilesKeys = {
  selection: ListSelection
  openParent: () => void
  focusList: () => void
  /** Undefined while the preview is closed. */
  closePreview: (() => void) | undefined
  /** Undefined if the user may not write here. */
  onNew: (() => void) | undefined
  /** Undefined if entries can't be moved. `target` is the element with the focus. */
  onCut: ((target: EventTarget | null) => void) | undefined
  /** Undefined if nothing is cut. */
  cancelCut: (() => void) | undefined
}

/** The list handles the keys that move to an entry or act on it. */
export function useFilesKeys(
  searchField: RefObject<HTMLInputElement | null>,
  { selection, openParent, focusList, closePreview, onNew, onCut, cancelCut }: FilesKeys,
): void {
  const t = useT('files')
  useShortcuts([
    { key: 'ArrowDown', description: t('keys.rows'), run: focusList },
    { key: 'ArrowUp', description: t('keys.rows'), run: focusList },
    { key: 'Enter', description: t('keys.open') },
    { key: 'Backspace', description: t('keys.up'), run: openParent },
    { key: ' ', description: t('keys.preview') },
    { key: 'x', description: t('keys.select') },
    { key: 'Ctrl+A', description: t('keys.all') },
    { key: 'Escape', description: t('keys.clear') },
    { key: '/', description: t('keys.filter'), run: () => searchField.current?.focus() },
    ...(onNew ? [{ key: 'n', description: t('keys.new'), run: onNew }] : []),
    ...(onCut
      ? [
          { key: 'F2', description: t('keys.rename') },
          { key: 'Ctrl+X', description: t('keys.cut') },
          { key: 'Ctrl+V', description: t('keys.paste') },
        ]
      : []),
  ])
  useDocumentKeys(event => {
    const fields = 'input:not([type="checkbox"], [type="radio"]), textarea'
    if (event.target instanceof HTMLElement && event.target.matches(fields)) return
    const key = event.ctrlKey || event.metaKey ? event.key.toLowerCase() : undefined
    if (key === 'a') selection.all()
    else if (key === 'x' && onCut && getSelection()?.isCollapsed !== false) onCut(event.target)
    else if (event.key !== 'Escape') return
    else if (selection.ids.size > 0) selection.clear()
    else if (cancelCut) cancelCut()
    else if (closePreview) closePreview()
    else return
    event.preventDefault()
  })
}
