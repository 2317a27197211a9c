import { IconTrash } from '@tabler/icons-react'
import type { ClassFile } from '../../../contract/files.ts'
import { undoMs } from '../../../delivery/entries/Entry.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { ConfirmDialog } from '../../../ui/feedback/ConfirmDialog.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { formatInlineName } from '../../../ui/sanitizeName.ts'
import type { FileIndex } from '../model/fileIndex.ts'

type DeleteDialogProps = {
  ids: readonly number[]
  index: FileIndex
  confirm: (entries: readonly ClassFile[]) => void
  cancel: () => void
}

export function DeleteDialog({ ids, index, confirm, cancel }: DeleteDialogProps) {
  const t = useT('preview')
  const format = useFormat()
  const formatCounts = useFormatCounts()
  const plan = planDeletion(ids, index)
  const { entries, files, folders, refusedCount } = plan
  const [first] = entries
  const size = format.fileSize(plan.size)
  const name = first ? formatInlineName(first.name) : ''
  const getTexts = () => {
    if (!first) {
      return { title: t('delete.titleEntries', { count: refusedCount }), text: t('delete.onlyKept') }
    }
    if (entries.length > 1) {
      const counts = formatCounts(plan)
      const title = t('delete.titleEntries', { count: entries.length })
      return {
        title,
        text: t('delete.entries', { inside: counts, size }),
        confirmLabel: t('delete.runEntries', { inside: counts }),
      }
    }
    if (!first.is_dir) {
      return {
        title: t('delete.titleFile'),
        text: t('delete.file', { name, size }),
        confirmLabel: t('delete.runFile'),
      }
    }
    const title = t('delete.titleFolder')
    if (files + folders === 1) {
      return { title, text: t('delete.emptyFolder', { name }), confirmLabel: t('delete.runEmptyFolder') }
    }
    const text = t('delete.folder', { name, inside: formatCounts({ files, folders: folders - 1 }), size })
    return { title, text, confirmLabel: t('delete.runFolder') }
  }
  const { title, text, confirmLabel } = getTexts()
  return (
    <ConfirmDialog
      title={title}
      cancel={{ label: t('delete.keep', { count: entries.length || refusedCount }), run: cancel }}
      confirm={
        confirmLabel === undefined
          ? undefined
          : { label: confirmLabel, icon: <IconTrash aria-hidden />, run: () => confirm(entries) }
      }
    >
      <p>{text}</p>
      {first && refusedCount > 0 && <Notice>{t('delete.kept', { count: refusedCount })}</Notice>}
      {first && <p>{t('delete.undoable', { seconds: `${undoMs / 1000}` })}</p>}
    </ConfirmDialog>
  )
}

/** Formats e.g. `9 files and 2 folders`. Omits zeros. */
function useFormatCounts(): (counts: { files: number; folders: number }) => string {
  const t = useT('preview')
  return ({ files, folders }) => {
    if (folders === 0) return t('delete.files', { count: files })
    if (files === 0) return t('delete.folders', { count: folders })
    return t('delete.both', {
      files: t('delete.files', { count: files }),
      folders: t('delete.folders', { count: folders }),
    })
  }
}

/** `files`, `folders` and `size` (in bytes) count everything that is deleted. */
type DeletionPlan = {
  /** Without the content of deleted folders. */
  entries: readonly ClassFile[]
  files: number
  folders: number
  size: number
  /** Number of entries that the user may not delete. */
  refusedCount: number
}

/** Ignores unknown IDs and the top folder. */
export function planDeletion(
  ids: Iterable<number>,
  index: Pick<FileIndex, 'get' | 'getPath' | 'getCounts'>,
): DeletionPlan {
  const selected = [...new Set(ids)].map(id => index.get(id)).filter(entry => entry !== undefined)
  const deletableIds = new Set(selected.filter(entry => entry.can_write).map(({ id }) => id))
  const isInDeletedFolder = ({ id }: ClassFile) =>
    index.getPath(id).some(ancestor => ancestor.id !== id && deletableIds.has(ancestor.id))
  const plan = { entries: [] as ClassFile[], files: 0, folders: 0, size: 0, refusedCount: 0 }
  for (const entry of selected) {
    if (isInDeletedFolder(entry)) continue
    if (!entry.can_write) {
      plan.refusedCount += 1
      continue
    }
    plan.entries.push(entry)
    if (entry.is_dir) {
      const content = index.getCounts(entry.id)
      plan.files += content.files
      plan.folders += content.folders + 1
      plan.size += content.size
    } else {
      plan.files += 1
      plan.size += entry.document?.size ?? 0
    }
  }
  return plan
}
