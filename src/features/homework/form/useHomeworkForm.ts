import { useEffect, useRef, useState } from 'react'
import type { DraftState, OpenDraft } from '../../../outbox/drafts/Drafts.ts'
import { useDraft } from '../../../outbox/drafts/useDraft.ts'
import { useDraftFiles } from '../keptFiles.ts'
import { type HomeworkDraft, homeworkDraft } from './homeworkDraft.ts'

/** What changes, or what makes it of what is typed by then. */
type Changes = Partial<HomeworkDraft> | ((now: HomeworkDraft) => Partial<HomeworkDraft>)

export type OpenForm = {
  /** The draft's. */
  key: string
  value: HomeworkDraft
  /** Changes the form and its draft. */
  change: (changes: Changes) => void
  files: ReturnType<typeof useDraftFiles>
  /** Resolves when what is being kept is in the form; false where one of it was refused. */
  filesKept: () => Promise<boolean>
  /** Throws the draft away and begins anew. */
  restart: () => void
  /** When what is shown was saved by an earlier visit, Unix ms. */
  restored: number | undefined
  draft: OpenDraft<HomeworkDraft>
  state: DraftState<HomeworkDraft>
  /** Leaves it for good, once: the draft goes with it. */
  leave: (then: () => void) => void
}

/** Whether the component is on the page, for what ends later. */
export function useIsShown() {
  const shown = useRef(true)
  useEffect(() => {
    shown.current = true
    return () => {
      shown.current = false
    }
  }, [])
  return shown
}

/** The form and its draft, which outlives the page. Suspends until the draft is read. */
export function useHomeworkForm(key: string, start: () => HomeworkDraft): OpenForm {
  const { draft, state } = useDraft(homeworkDraft, key)
  // Closed and opened anew at once, what was typed may not be on disk yet.
  const [value, setValue] = useState(() => state.value ?? start())
  const [restored, setRestored] = useState(() => state.saved?.savedAt)
  // Two changes in one event must not undo each other.
  const latest = useRef(value)
  const isOpen = useIsShown()
  const left = useRef(false)
  const show = (next: HomeworkDraft) => {
    latest.current = next
    setValue(next)
  }
  const change: OpenForm['change'] = changes => {
    // A file may have come in from a form that is closed by now; what is typed is this one's.
    const now = { ...latest.current, files: draft.state().value?.files ?? latest.current.files }
    show({ ...now, ...(typeof changes === 'function' ? changes(now) : changes) })
    draft.set(latest.current)
  }
  const files = useDraftFiles(homeworkDraft, key, kept => {
    const now = draft.state().value ?? latest.current
    const files = [...now.files, kept]
    // Closed and opened anew, the form goes on with what is typed there.
    if (isOpen.current) change({ files })
    else draft.set({ ...now, files })
  })
  return {
    key,
    value,
    change,
    files,
    filesKept: async () => {
      const kept = files.settled()
      if (!kept) return true
      const all = await kept
      if (isOpen.current) change({})
      return all
    },
    restart: () => {
      void draft.discard()
      setRestored(undefined)
      show(start())
    },
    restored,
    draft,
    state,
    leave: then => {
      if (left.current) return
      left.current = true
      void draft.discard()
      then()
    },
  }
}
