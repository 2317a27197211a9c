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
import { perPerson } from '../useClassFiles.ts'

const AskDelete = lazyComponent(async () => (await import('./AskDelete.tsx')).AskDelete)

/** The deletions of the signed-in user, in all classes. */
const useFileDeletions = perPerson(client =>
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
  /** Called directly after the confirmation, to clear the selection. */
  onDelete: () => void
}

/** Deletes files and folders of a class. */
export function useDeleteFiles({ courseId, index, focusList, onDelete }: DeleteFilesOptions) {
  const t = useT('preview')
  const deletions = useFileDeletions()
  const { deleting, open } = useSyncExternalStore(deletions.subscribe, () => deletions.getState(courseId))
  const line = useLine(deletions)
  const [asked, setAsked] = useState<readonly number[]>()
  const wasAsked = useRef(false)
  useEffect(() => {
    // The menu in which the user chose to delete was closed.
    if (wasAsked.current && !asked && isFocusLost()) focusList()
    wasAsked.current = asked !== undefined
  }, [asked, focusList])
  const confirm = (entries: readonly ClassFile[]) => {
    setAsked(undefined)
    deletions.start(courseId, entries)
    onDelete()
  }
  return {
    /** Opens the confirmation. The deletion can be undone for a while. */
    askDelete: (ids: readonly number[]) => setAsked(ids),
    /** Entries that are being deleted, with all that is in them. They are marked and can't be used. */
    deleting,
    /** The confirmation and the undo lines, also of other classes. Placed below the list. */
    notice: (
      <>
        <UndoLines
          lines={open.map(line)}
          label={t('delete.region')}
          announcement={t('delete.within', { seconds: `${undoMs / 1000}` })}
          durationMs={undoMs}
          onFocusLost={focusList}
        />
        {asked && (
          <AskDelete ids={asked} index={index} confirm={confirm} refuse={() => setAsked(undefined)} />
        )}
      </>
    ),
  }
}

function useLine(deletions: UndoableDeletions<ClassFile>): (deletion: Deletion<ClassFile>) => UndoLine {
  const t = useT('preview')
  const errors = useT('errors')
  const format = useFormat()
  return ({ id, items, stage, done = 0, error }) => {
    const text = namesOf(items)
    if (stage === 'failed') {
      const why = formatError(error, errors, format.time)
      return {
        ...{ id, stage, text: about(t('delete.failed', { count: items.length }), text, why) },
        actions: [
          { label: t('delete.again'), run: () => deletions.retry(id) },
          { label: t('delete.dismiss'), run: () => deletions.forget(id) },
        ],
      }
    }
    if (stage === 'sending') {
      const counted = { done: format.number(done), count: format.number(items.length) }
      return {
        ...{ id, stage, text: about(t('delete.sending', counted), text) },
        actions: [{ label: t('delete.stop'), run: () => deletions.stop(id) }],
      }
    }
    const ariaLabel = t('delete.undoThis', { text })
    return {
      ...{ id, stage, text: about(t('delete.deleted'), text) },
      actions: [{ label: t('delete.undo'), ariaLabel, run: () => deletions.undo(id) }],
    }
  }

  /** Returns the name of the first entry and the number of others. */
  function namesOf([first, ...others]: readonly ClassFile[]): string {
    const name = formatInlineName(first?.name ?? '')
    return others.length === 0 ? name : t('delete.and', { name, count: others.length })
  }
}

const about = (said: string, name: string, why?: string) => (
  <>
    {said} <b>{name}</b> {why}
  </>
)
