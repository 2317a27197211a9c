import { useRef, useState } from 'react'
import type { DraftState, OpenDraft } from '../../../outbox/drafts/Drafts.ts'
import { useDraft } from '../../../outbox/drafts/useDraft.ts'
import { type HomeworkDraft, homeworkDraft } from './homeworkDraft.ts'

/** What changes, or what makes it of what is typed by then. */
type Changes = Partial<HomeworkDraft> | ((now: HomeworkDraft) => Partial<HomeworkDraft>)

export type HomeworkForm = {
  /** The draft's. */
  key: string
  value: HomeworkDraft
  /** Changes the form and its draft. */
  change: (changes: Changes) => void
  /** Throws the draft away and begins anew. */
  restart: () => void
  /** When what is shown was saved by an earlier visit, Unix ms. */
  restored: number | undefined
  draft: OpenDraft<HomeworkDraft>
  state: DraftState<HomeworkDraft>
  takeFork: (id: string) => void
}

/** The form and its draft, which outlives the page. Suspends until the draft is read. */
export function useHomeworkForm(key: string, start: () => HomeworkDraft): HomeworkForm {
  const { draft, state } = useDraft(homeworkDraft, key)
  const [value, setValue] = useState(() => state.saved?.value ?? start())
  const [restored, setRestored] = useState(() => state.saved?.savedAt)
  // Two changes in one event must not undo each other.
  const latest = useRef(value)
  const show = (next: HomeworkDraft) => {
    latest.current = next
    setValue(next)
  }
  return {
    key,
    value,
    change: changes => {
      const { current: now } = latest
      show({ ...now, ...(typeof changes === 'function' ? changes(now) : changes) })
      draft.set(latest.current)
    },
    restart: () => {
      void draft.discard()
      setRestored(undefined)
      show(start())
    },
    restored,
    draft,
    state,
    takeFork: id =>
      void draft.takeFork(id).then(taken => {
        if (taken) show(taken)
      }),
  }
}
