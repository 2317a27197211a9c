import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { keyOf } from '../../../api/cache/query.ts'
import { undoable } from '../../../api/cache/undoable.ts'
import { type ClassFile, files } from '../../../contract/files.ts'
import { latePart } from '../../../i18n/latePart.tsx'
import { isFocusLost } from '../../../ui/focus/isFocusLost.ts'
import type { FileIndex } from '../model/fileIndex.ts'
import { perPerson } from '../useClassFiles.ts'
import { DeletingFiles } from './DeletingFiles.tsx'
import { deletionPlan } from './deletionPlan.ts'

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
  focusList?: () => void
  /** Right after it was confirmed: a selection is let go of. */
  onDelete?: () => void
}

type DeleteFiles = {
  /** Asks, saying what goes; then it can be undone for a while. */
  askDelete: (ids: Iterable<number>) => void
  /** Entries on their way out: shown as going, and not to be acted on. What is in them goes too. */
  deleting: ReadonlySet<number>
  /** The question, and the lines with the way back: to be placed at the foot of the list. */
  notice: ReactNode
}

/** Deletes files and folders of a class. */
export function useDeleteFiles({ courseId, index, focusList, onDelete }: DeleteFilesOptions): DeleteFiles {
  const deletions = useFileDeletions()
  const { deleting, open } = useSyncExternalStore(deletions.subscribe, () => deletions.of(courseId))
  const [asked, setAsked] = useState<readonly number[]>()
  const plan = asked && deletionPlan(asked, index)
  const wasAsked = useRef(false)
  useEffect(() => {
    // It was asked from a menu, which is gone.
    if (wasAsked.current && !asked && isFocusLost()) focusList?.()
    wasAsked.current = asked !== undefined
  }, [asked, focusList])
  const confirm = () => {
    setAsked(undefined)
    if (plan) deletions.start(courseId, plan.entries)
    onDelete?.()
  }
  return {
    askDelete: ids => setAsked([...ids]),
    deleting,
    notice: (
      <>
        <DeletingFiles open={open} deletions={deletions} focusList={focusList} />
        {plan && <AskDelete plan={plan} confirm={confirm} refuse={() => setAsked(undefined)} />}
      </>
    ),
  }
}
