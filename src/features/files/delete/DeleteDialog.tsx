import { IconTrash } from '@tabler/icons-react'
import { undoMs } from '../../../api/cache/undoableDeletions.ts'
import type { ClassFile } from '../../../contract/files.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { ConfirmDialog } from '../../../ui/feedback/ConfirmDialog.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { formatInlineName } from '../../../ui/sanitizeName.ts'
import type { FileIndex } from '../model/fileIndex.ts'

type AskDeleteProps = {
  ids: readonly number[]
  index: FileIndex
  confirm: (entries: readonly ClassFile[]) => void
  refuse: () => void
}

/** Confirmation of a deletion, with the number of files and their size. The button that keeps them has the focus. */
export function AskDelete({ ids, index, confirm, refuse }: AskDeleteProps) {
  const t = useT('preview')
  const format = useFormat()
  const inside = useInside()
  const plan = deletionPlan(ids, index)
  const { entries, files, folders, kept } = plan
  const [only] = entries
  const size = format.fileSize(plan.size)
  const name = only ? formatInlineName(only.name) : ''
  const what = () => {
    if (!only) return { title: t('delete.titleEntries', { count: kept }), text: t('delete.onlyKept') }
    if (entries.length > 1) {
      const all = inside(plan)
      const title = t('delete.titleEntries', { count: entries.length })
      return {
        title,
        text: t('delete.entries', { inside: all, size }),
        run: t('delete.runEntries', { inside: all }),
      }
    }
    if (!only.is_dir) {
      return {
        title: t('delete.titleFile'),
        text: t('delete.file', { name, size }),
        run: t('delete.runFile'),
      }
    }
    const title = t('delete.titleFolder')
    if (files + folders === 1) {
      return { title, text: t('delete.emptyFolder', { name }), run: t('delete.runEmptyFolder') }
    }
    const text = t('delete.folder', { name, inside: inside({ files, folders: folders - 1 }), size })
    return { title, text, run: t('delete.runFolder') }
  }
  const { title, text, run } = what()
  return (
    <ConfirmDialog
      title={title}
      cancel={{ label: t('delete.keep', { count: entries.length || kept }), run: refuse }}
      confirm={
        run === undefined
          ? undefined
          : { label: run, icon: <IconTrash aria-hidden />, run: () => confirm(entries) }
      }
    >
      <p>{text}</p>
      {only && kept > 0 && <Notice>{t('delete.kept', { count: kept })}</Notice>}
      {only && <p>{t('delete.undoable', { seconds: `${undoMs / 1000}` })}</p>}
    </ConfirmDialog>
  )
}

/** Returns a function that formats the numbers, e.g. `9 files and 2 folders`. Zeros are left out. */
function useInside(): (counts: { files: number; folders: number }) => string {
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

/** Entries of a deletion. `size` is in bytes, of the newest versions. */
type DeletionPlan = {
  /**
   * Entries to send requests for. Entries in a deleted folder and entries that the user may not delete are excluded.
   */
  entries: readonly ClassFile[]
  /** Numbers of everything that is deleted, including the entries. */
  files: number
  folders: number
  size: number
  /** Number of chosen entries that remain, because the user may not write them and they are in no deleted folder. */
  kept: number
}

/** Plans the deletion of chosen entries. Unknown IDs are ignored, and so is the top folder. */
export function deletionPlan(
  ids: Iterable<number>,
  index: Pick<FileIndex, 'get' | 'path' | 'counts'>,
): DeletionPlan {
  const chosen = [...new Set(ids)].map(id => index.get(id)).filter(entry => entry !== undefined)
  const going = new Set(chosen.filter(entry => entry.can_write).map(({ id }) => id))
  const goesAlong = ({ id }: ClassFile) =>
    index.path(id).some(above => above.id !== id && going.has(above.id))
  const plan = { entries: [] as ClassFile[], files: 0, folders: 0, size: 0, kept: 0 }
  for (const entry of chosen) {
    if (goesAlong(entry)) continue
    if (!entry.can_write) {
      plan.kept += 1
      continue
    }
    plan.entries.push(entry)
    if (entry.is_dir) {
      const everything = index.counts(entry.id)
      plan.files += everything.files
      plan.folders += everything.folders + 1
      plan.size += everything.size
    } else {
      plan.files += 1
      plan.size += entry.document?.size ?? 0
    }
  }
  return plan
}
