import { IconFilterOff, IconFolderOpen, IconFolderPlus, IconUpload } from '@tabler/icons-react'
import type { FilesView } from '../../app/paths.ts'
import { topFolderId } from '../../contract/params.ts'
import { useT } from '../../i18n/useT.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import styles from './Files.module.css'
import { FileTable } from './list/FileTable.tsx'
import { FileTiles } from './list/FileTiles.tsx'
import type { ListProps } from './list/ListProps.ts'

type FolderContentProps = {
  list: ListProps
  view: FilesView
  find: string
  /** Nothing lies in the folder itself. */
  isEmpty: boolean
  onClear: () => void
  /** Missing for who may not write here. */
  onNew: (() => void) | undefined
  onUpload: () => void
}

/** What is in a folder, or why nothing shows: it is empty, or nothing matches. */
export function FolderContent({ list, view, find, isEmpty, onClear, onNew, onUpload }: FolderContentProps) {
  const t = useT('files')
  const tUploads = useT('uploads')
  if (list.rows.length > 0) return view === 'tiles' ? <FileTiles {...list} /> : <FileTable {...list} />
  if (isEmpty) {
    return (
      <div className={styles.place}>
        <EmptyState
          icon={<IconFolderOpen aria-hidden />}
          title={t(list.folderId === topFolderId ? 'empty.topTitle' : 'empty.title')}
          actions={
            onNew && (
              <>
                <Button onClick={onUpload}>
                  <IconUpload aria-hidden />
                  {tUploads('upload')}
                </Button>
                <Button onClick={onNew}>
                  <IconFolderPlus aria-hidden />
                  {t('new')}
                </Button>
              </>
            )
          }
        >
          {t(onNew ? 'empty.lead' : 'empty.leadReader')}
        </EmptyState>
      </div>
    )
  }
  return (
    <div className={styles.place}>
      <EmptyState
        icon={<IconFilterOff aria-hidden />}
        title={t('nothing.title', { text: find.trim() })}
        actions={<Button onClick={onClear}>{t('nothing.clear')}</Button>}
      >
        {t('nothing.lead')}
      </EmptyState>
    </div>
  )
}
