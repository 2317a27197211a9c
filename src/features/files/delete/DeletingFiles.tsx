import { type Deletion, type Undoable, undoFor } from '../../../api/cache/undoable.ts'
import type { ClassFile } from '../../../contract/files.ts'
import { errorSentence } from '../../../i18n/errorSentence.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { type UndoLine, UndoLines } from '../../../ui/feedback/UndoLines.tsx'
import { shownName } from '../../../ui/harmlessName.ts'

type DeletingFilesProps = {
  open: readonly Deletion<ClassFile>[]
  deletions: Undoable<ClassFile>
  focusList: (() => void) | undefined
}

/** What was deleted, here or in a class one has left, and can still be undone; and what could not be deleted. */
export function DeletingFiles({ open, deletions, focusList }: DeletingFilesProps) {
  const t = useT('preview')
  const line = useLine(deletions)
  return (
    <UndoLines
      lines={open.map(line)}
      label={t('delete.region')}
      within={t('delete.within', { seconds: `${undoFor / 1000}` })}
      lasts={undoFor}
      focusBack={focusList}
    />
  )
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
