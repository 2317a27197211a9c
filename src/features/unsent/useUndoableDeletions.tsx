import { useDelivery, useEntries } from '../../delivery/DeliveryContext.ts'
import { type Entry, isBlocked, isUnfinished, undoMs } from '../../delivery/entries/Entry.ts'
import { useSchoolTime } from '../../i18n/SchoolTime.tsx'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import type { UndoLine } from '../../ui/feedback/UndoLines.tsx'
import { useEntryState } from './EntryStatus.tsx'

/** A deletion of several rows. `title` says what was deleted. */
type Deletion = Pick<Entry, 'title' | 'path' | 'steps'>

/** Deletions that the user can undo for ten seconds. `lane` must contain nothing else. */
export function useUndoableDeletions(lane: string) {
  const t = useT('drafts')
  const delivery = useDelivery()
  const { clock } = useSchoolTime()
  const format = useFormat()
  const describe = useEntryState()
  const all = useEntries(lane).filter(entry => entry.lane.startsWith(lane))
  const toUndoLine = (entry: Entry): UndoLine => {
    const { id: entryId, createdAt: id, title, state, results, steps } = entry
    if (isBlocked(entry)) {
      return {
        ...{ id, stage: 'failed', text: `${title} ${describe(entry)}` },
        actions: [
          { label: t('retry'), run: () => void delivery.entries.retry(entryId) },
          { label: t('discard'), run: () => void delivery.entries.cancel(entryId) },
        ],
      }
    }
    if (state === 'waiting' && results.length === 0) {
      const undo = { label: t('undo'), ariaLabel: t('said', { action: t('undo'), what: title }) }
      return {
        ...{ id, stage: 'waiting', text: title },
        actions: [{ ...undo, run: () => void delivery.entries.cancel(entryId) }],
      }
    }
    const counts = { done: format.number(results.length), count: format.number(steps.length) }
    return { id, stage: 'sending', text: `${title} ${t('deleting', counts)}`, actions: [] }
  }
  return {
    /** The deleted rows, until the lists are loaded without them. */
    deleted: all.filter(entry => !isBlocked(entry)),
    lines: all
      .filter(isUnfinished)
      .filter(({ state, steps }) => state !== 'sending' || steps.length > 1)
      .map(toUndoLine),
    /** Rejects with `StorageError`. Each deletion has its own lane, so that a refused one does not block others. */
    start: (deletion: Deletion) =>
      delivery.entries.add([{ ...deletion, lane: `${lane}${clock()}`, notBefore: clock() + undoMs }]),
  }
}
