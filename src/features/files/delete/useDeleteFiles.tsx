import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { keyOf } from '../../../api/cache/query.ts'
import { type Deletion, type Undoable, undoable, undoFor } from '../../../api/cache/undoable.ts'
import { type ClassFile, files } from '../../../contract/files.ts'
import { errorSentence } from '../../../i18n/errorSentence.ts'
import { latePart } from '../../../i18n/latePart.tsx'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { type UndoLine, UndoLines } from '../../../ui/feedback/UndoLines.tsx'
import { isFocusLost } from '../../../ui/focus/isFocusLost.ts'
import { shownName } from '../../../ui/harmlessName.ts'
import type { FileIndex } from '../model/fileIndex.ts'
import { perPerson } from '../useClassFiles.ts'

const AskDelete = latePart(async () => (await import('./AskDelete.tsx')).AskDelete)

/** The deletions of the signed-in person, in all their classes. */
const useFileDeletions = perPerson(client =>
  undoable<ClassFile, typeof files.remove>(client, window, {
    key: course_id => keyOf(files.list, { course_id }),
    remove: files.remove,
    input: (course_id, file_id) => ({ course_id, file_id }),
  }),
)

type DeleteFilesOptions = {
  courseId: number
  index: FileIndex
  /** Where the focus goes when the row or the line that had it is no more. */
  focusList: () => void
  /** Right after it was confirmed: a selection is let go of. */
  onDelete: () => void
}

/** Deletes files and folders of a class. */
export function useDeleteFiles({ courseId, index, focusList, onDelete }: DeleteFilesOptions) {
  const t = useT('preview')
  const deletions = useFileDeletions()
  const { deleting, open } = useSyncExternalStore(deletions.subscribe, () => deletions.of(courseId))
  const line = useLine(deletions)
  const [asked, setAsked] = useState<readonly number[]>()
  const wasAsked = useRef(false)
  useEffect(() => {
    // It was asked from a menu, which is gone.
    if (wasAsked.current && !asked && isFocusLost()) focusList()
    wasAsked.current = asked !== undefined
  }, [asked, focusList])
  const confirm = (entries: readonly ClassFile[]) => {
    setAsked(undefined)
    deletions.start(courseId, entries)
    onDelete()
  }
  return {
    /** Asks, saying what goes; then it can be undone for a while. */
    askDelete: (ids: readonly number[]) => setAsked(ids),
    /** Entries on their way out: shown as going, and not to be acted on. What is in them goes too. */
    deleting,
    /** The question, and the lines with the way back, also of a class one has left: to stand at the foot of the list. */
    notice: (
      <>
        <UndoLines
          lines={open.map(line)}
          label={t('delete.region')}
          within={t('delete.within', { seconds: `${undoFor / 1000}` })}
          lasts={undoFor}
          focusBack={focusList}
        />
        {asked && (
          <AskDelete ids={asked} index={index} confirm={confirm} refuse={() => setAsked(undefined)} />
        )}
      </>
    ),
  }
}

function useLine(deletions: Undoable<ClassFile>): (deletion: Deletion<ClassFile>) => UndoLine {
  const t = useT('preview')
  const errors = useT('errors')
  const format = useFormat()
  return ({ id, items, stage, done = 0, error }) => {
    const text = namesOf(items)
    if (stage === 'failed') {
      const why = errorSentence(error, errors, format.time)
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
    const said = t('delete.undoThis', { text })
    return {
      ...{ id, stage, text: about(t('delete.deleted'), text) },
      actions: [{ label: t('delete.undo'), said, run: () => deletions.undo(id) }],
    }
  }

  /** Short enough for a line: the name of the first, and how many more. */
  function namesOf([first, ...others]: readonly ClassFile[]): string {
    const name = shownName(first?.name ?? '')
    return others.length === 0 ? name : t('delete.and', { name, count: others.length })
  }
}

const about = (said: string, name: string, why?: string) => (
  <>
    {said} <b>{name}</b> {why}
  </>
)
