import { IconTrash } from '@tabler/icons-react'
import { undoFor } from '../../../api/cache/undoable.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { ConfirmDialog } from '../../../ui/feedback/ConfirmDialog.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { shownName } from '../../../ui/harmlessName.ts'
import type { DeletionPlan } from './deletionPlan.ts'

type AskDeleteProps = { plan: DeletionPlan; confirm: () => void; refuse: () => void }

/** Asked before anything goes: what it is and how much. The way to keep it has the focus. */
export function AskDelete({ plan, confirm, refuse }: AskDeleteProps) {
  const t = useT('preview')
  const format = useFormat()
  const inside = useInside()
  const { entries, files, folders, kept } = plan
  const [only] = entries
  const size = format.fileSize(plan.size)
  const name = only ? shownName(only.name) : ''
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
      keep={{ label: t('delete.keep', { count: entries.length || kept }), run: refuse }}
      confirm={run === undefined ? undefined : { label: run, icon: <IconTrash aria-hidden />, run: confirm }}
    >
      <p>{text}</p>
      {only && kept > 0 && <Notice>{t('delete.kept', { count: kept })}</Notice>}
      {only && <p>{t('delete.undoable', { seconds: `${undoFor / 1000}` })}</p>}
    </ConfirmDialog>
  )
}

/** How much that is, in words: `9 files and 2 folders`, without what there is none of. */
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
