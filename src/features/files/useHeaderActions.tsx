import { IconFolderPlus, IconFolderUp, IconUpload } from '@tabler/icons-react'
import { type RefObject, useMemo } from 'react'
import { useT } from '../../i18n/useT.ts'
import { useDocumentKeys } from '../../ui/focus/useDocumentKeys.ts'
import { useShortcuts } from '../../ui/focus/useShortcuts.ts'
import type { ScreenAction } from '../../ui/layout/ScreenHeader.tsx'
import type { UploadFieldRefs } from './FolderToolbar.tsx'
import type { Selection } from './selection/SelectionBar.tsx'

/** What the bar offers in a folder: nothing to who may not write there. */
export function useHeaderActions(mayCreate: boolean, { files, folder }: UploadFieldRefs, onNew: () => void) {
  const t = useT('files')
  const tUploads = useT('uploads')
  return useMemo(
    (): readonly ScreenAction[] =>
      mayCreate
        ? [
            {
              id: 'folder',
              label: t('new'),
              icon: <IconFolderPlus aria-hidden />,
              variant: 'default',
              run: onNew,
            },
            {
              id: 'uploadFolder',
              label: tUploads('uploadFolder'),
              icon: <IconFolderUp aria-hidden />,
              variant: 'default',
              run: () => folder.current?.click(),
            },
            {
              id: 'upload',
              label: tUploads('upload'),
              icon: <IconUpload aria-hidden />,
              variant: 'filled',
              run: () => files.current?.click(),
            },
          ]
        : [],
    [mayCreate, files, folder, onNew, t, tUploads],
  )
}

type FilesKeys = {
  selection: Selection
  up: () => void
  /** Moves the focus into the list. */
  focusList: () => void
  /** Missing while nothing is looked at. */
  closePreview: (() => void) | undefined
  /** Missing for who may not write here. */
  onNew: (() => void) | undefined
}

/** The keys of the screen. Those that move and act on an entry are heard by the list itself, and only listed here. */
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
