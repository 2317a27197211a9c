import { Button, Group, Stack, Text, UnstyledButton } from '@mantine/core'
import { IconFolder } from '@tabler/icons-react'
import { useId, useMemo, useRef, useState } from 'react'
import { useLocale } from 'use-intl'
import type { ClassFile } from '../../../contract/files.ts'
import { topFolderId } from '../../../contract/wire.ts'
import { useSchoolTime } from '../../../i18n/SchoolTime.tsx'
import { useT } from '../../../i18n/useT.ts'
import { Dialog } from '../../../ui/layout/Dialog.tsx'
import { useRemToPx } from '../../../ui/layout/screenSize.ts'
import { Tree } from '../../../ui/list/Tree.tsx'
import { formatInlineName } from '../../../ui/sanitizeName.ts'
import { EntryName } from '../list/FileRow.tsx'
import { createEntryOrder, sortByName } from '../model/entryOrder.ts'
import type { FileIndex } from '../model/fileIndex.ts'
import { getFolderRows } from '../tree/FolderTree.tsx'
import { useMayCreate } from '../useClassFiles.ts'
import styles from './MoveDialog.module.css'

type MoveDialogProps = {
  courseId: number
  /** The folder that is open. */
  folderId: number
  entries: readonly ClassFile[]
  index: FileIndex
  move: (folderId: number) => void
  close: () => void
}

const rowHeight = { desktop: 2, phone: 2.75 }

/** The user chooses a folder. Folders that are moved are not offered. */
export function MoveDialog({ courseId, folderId, entries, index, move, close }: MoveDialogProps) {
  const t = useT('moveFiles')
  const tFiles = useT('files')
  const language = useLocale()
  const { timeZone } = useSchoolTime()
  const scroller = useRef<HTMLDivElement>(null)
  const reasonId = useId()
  const height = useRemToPx()(rowHeight)
  const [targetId, setTargetId] = useState(folderId)
  const [expanded, setExpanded] = useState<ReadonlySet<number>>(
    () => new Set([topFolderId, ...index.getPath(folderId).map(({ id }) => id)]),
  )
  const rows = useMemo(() => {
    const order = createEntryOrder(sortByName, { language, timeZone, index })
    return getFolderRows(index, expanded, order, new Set(entries.map(({ id }) => id)))
  }, [index, expanded, entries, language, timeZone])
  const mayWrite = useMayCreate(courseId, targetId, index) ?? false
  const areAllThere = entries.every(({ id }) => (index.getPath(id).at(-2)?.id ?? topFolderId) === targetId)
  const reason = areAllThere ? t('choose') : mayWrite ? undefined : t('readOnly')
  const [first] = entries
  const title =
    entries.length === 1 && first
      ? t('title', { name: formatInlineName(first.name) })
      : t('titleEntries', { count: entries.length })
  return (
    <Dialog title={title} close={{ label: t('cancel'), run: close }} size="tall">
      <Stack gap="md" pt="sm" className={styles.content ?? ''}>
        <div ref={scroller} className={styles.folders}>
          <Tree
            label={tFiles('tree')}
            scrollRef={scroller}
            rows={rows}
            rowHeight={height}
            currentId={targetId}
            onToggle={({ id }, isExpanded) => {
              const next = new Set(expanded)
              if (isExpanded) next.add(id)
              else next.delete(id)
              setExpanded(next)
            }}
            onOpen={({ id }) => setTargetId(id)}
          >
            {({ id, folder }) => (
              <UnstyledButton className={styles.folder ?? ''} tabIndex={-1} onClick={() => setTargetId(id)}>
                <IconFolder aria-hidden />
                {folder ? <EntryName entry={folder} /> : tFiles('top')}
              </UnstyledButton>
            )}
          </Tree>
        </div>
        <Text id={reasonId} role="status" size="sm" c="dimmed" mih="1.25rem">
          {reason}
        </Text>
        <Group gap="sm" justify="flex-end">
          <Button onClick={close}>{t('cancel')}</Button>
          <Button
            variant="filled"
            aria-disabled={reason !== undefined}
            aria-describedby={reasonId}
            title={reason}
            onClick={() => reason === undefined && move(targetId)}
          >
            {t('moveHere')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
