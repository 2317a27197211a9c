import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { keyOf } from '../../../api/cache/query.ts'
import {
  createUndoableDeletions,
  type Deletion,
  type UndoableDeletions,
  undoMs,
} from '../../../api/cache/undoableDeletions.ts'
import { type ClassFile, files } from '../../../contract/files.ts'
import { formatError } from '../../../i18n/formatError.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { lazyComponent } from '../../../ui/feedback/lazyComponent.tsx'
import { type UndoLine, UndoLines } from '../../../ui/feedback/UndoLines.tsx'
import { isFocusLost } from '../../../ui/focus/isFocusLost.ts'
import { formatInlineName } from '../../../ui/sanitizeName.ts'
import type { FileIndex } from '../model/fileIndex.ts'
import { createPerUserHook } from '../useClassFiles.ts'

const DeleteDialog = lazyComponent(async () => (await import('./DeleteDialog.tsx')).DeleteDialog)

/** The deletions in all classes. */
const useFileDeletions = createPerUserHook(client =>
  createUndoableDeletions<ClassFile, typeof files.remove>(client, window, {
    key: course_id => keyOf(files.list, { course_id }),
    remove: files.remove,
    input: (course_id, file_id) => ({ course_id, file_id }),
  }),
)

type DeleteFilesOptions = {
  courseId: number
  index: FileIndex
  /** Takes the focus when the focused row or line is removed. */
  focusList: () => void
  /** Called after the confirmation. */
  onDelete: () => void
}

export function useDeleteFiles({ courseId, index, focusList, onDelete }: DeleteFilesOptions) {
  const t = useT('preview')
  const deletions = useFileDeletions()
  const { deleting: deletingIds, open } = useSyncExternalStore(deletions.subscribe, () =>
    deletions.getState(courseId),
  )
  const toUndoLine = useUndoLine(deletions)
  const [idsToConfirm, setIdsToConfirm] = useState<readonly number[]>()
  const wasOpen = useRef(false)
  useEffect(() => {
    // The dialog can't return the focus to a menu item, because the menu is closed.
    if (wasOpen.current && !idsToConfirm && isFocusLost()) focusList()
    wasOpen.current = idsToConfirm !== undefined
  }, [idsToConfirm, focusList])
  const confirm = (entries: readonly ClassFile[]) => {
    setIdsToConfirm(undefined)
    deletions.start(courseId, entries)
    onDelete()
  }
  return {
    askDelete: (ids: readonly number[]) => setIdsToConfirm(ids),
    /** Including the content of folders. */
    deletingIds,
    /** The confirmation and the undo lines, also of other classes. */
    notice: (
      <>
        <UndoLines
          lines={open.map(toUndoLine)}
          label={t('delete.region')}
          announcement={t('delete.within', { seconds: `${undoMs / 1000}` })}
          durationMs={undoMs}
          onFocusLost={focusList}
        />
        {idsToConfirm && (
          <DeleteDialog
            ids={idsToConfirm}
            index={index}
            confirm={confirm}
            cancel={() => setIdsToConfirm(undefined)}
          />
        )}
      </>
    ),
  }
}

function useUndoLine(deletions: UndoableDeletions<ClassFile>): (deletion: Deletion<ClassFile>) => UndoLine {
  const t = useT('preview')
  const errors = useT('errors')
  const format = useFormat()
  return ({ id, items, stage, done = 0, error }) => {
    const names = formatNames(items)
    if (stage === 'failed') {
      const reason = formatError(error, errors, format.time)
      return {
        ...{ id, stage, text: renderText(t('delete.failed', { count: items.length }), names, reason) },
        actions: [
          { label: t('delete.again'), run: () => deletions.retry(id) },
          { label: t('delete.dismiss'), run: () => deletions.forget(id) },
        ],
      }
    }
    if (stage === 'sending') {
      const counts = { done: format.number(done), count: format.number(items.length) }
      return {
        ...{ id, stage, text: renderText(t('delete.sending', counts), names) },
        actions: [{ label: t('delete.stop'), run: () => deletions.stop(id) }],
      }
    }
    const ariaLabel = t('delete.undoThis', { text: names })
    return {
      ...{ id, stage, text: renderText(t('delete.deleted'), names) },
      actions: [{ label: t('delete.undo'), ariaLabel, run: () => deletions.undo(id) }],
    }
  }

  function formatNames([first, ...otherFiles]: readonly ClassFile[]): string {
    const name = formatInlineName(first?.name ?? '')
    return otherFiles.length === 0 ? name : t('delete.and', { name, count: otherFiles.length })
  }
}

const renderText = (sentence: string, names: string, reason?: string) => (
  <>
    {sentence} <b>{names}</b> {reason}
  </>
)
