import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { type ClassFile, files } from '../../../contract/files.ts'
import { type Step, step, undoMs } from '../../../delivery/entries/Entry.ts'
import { useT } from '../../../i18n/useT.ts'
import { paths } from '../../../paths.ts'
import { lazyComponent } from '../../../ui/feedback/lazyComponent.tsx'
import { UndoLines } from '../../../ui/feedback/UndoLines.tsx'
import { useStoredAction } from '../../../ui/feedback/useStoredAction.tsx'
import { isFocusLost } from '../../../ui/focus/isFocusLost.ts'
import { formatInlineName } from '../../../ui/sanitizeName.ts'
import { useUndoableDeletions } from '../../unsent/useUndoableDeletions.tsx'
import type { FileIndex } from '../model/fileIndex.ts'

const DeleteDialog = lazyComponent(async () => (await import('./DeleteDialog.tsx')).DeleteDialog)

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
  const { deleted, lines, start } = useUndoableDeletions(`delete-files/${courseId}/`)
  const { run, storageError } = useStoredAction()
  const [idsToConfirm, setIdsToConfirm] = useState<readonly number[]>()
  const wasOpen = useRef(false)
  useEffect(() => {
    // The dialog can't return the focus to a menu item, because the menu is closed.
    if (wasOpen.current && !idsToConfirm && isFocusLost()) focusList()
    wasOpen.current = idsToConfirm !== undefined
  }, [idsToConfirm, focusList])
  const confirm = (entries: readonly ClassFile[]) => {
    setIdsToConfirm(undefined)
    const [first, ...others] = entries
    const name = formatInlineName(first?.name ?? '')
    const names = others.length === 0 ? name : t('delete.and', { name, count: others.length })
    run(() =>
      start({
        title: `${t('delete.deleted')} ${names}`,
        path: paths.files(courseId),
        steps: entries.map(({ id }) => step(files.remove, { course_id: courseId, file_id: id })),
      }),
    )
    onDelete()
  }
  return {
    askDelete: (ids: readonly number[]) => setIdsToConfirm(ids),
    /** Including the content of folders. */
    deletingIds: new Set(deleted.flatMap(({ steps }) => steps.flatMap(getFileId))),
    /** The confirmation and the undo lines. */
    notice: (
      <>
        {storageError}
        <UndoLines
          lines={lines}
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

const FileInput = z.object({ file_id: z.number() })

const getFileId = ({ input }: Step): readonly number[] => {
  const { data } = FileInput.safeParse(input)
  return data ? [data.file_id] : []
}
