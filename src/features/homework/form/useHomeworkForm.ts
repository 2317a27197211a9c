import { useEffect, useRef, useState } from 'react'
import type { DraftState, OpenDraft } from '../../../outbox/drafts/Drafts.ts'
import { useDraft } from '../../../outbox/drafts/useDraft.ts'
import { useDraftFiles } from '../storedFiles.ts'
import { type HomeworkDraft, homeworkDraft } from './homeworkDraft.ts'

/** Changed values, or a function that returns them for the current values. */
type Changes = Partial<HomeworkDraft> | ((now: HomeworkDraft) => Partial<HomeworkDraft>)

export type OpenForm = {
  /** Key of the draft. */
  key: string
  value: HomeworkDraft
  /** Changes the form and its draft. */
  change: (changes: Changes) => void
  files: ReturnType<typeof useDraftFiles>
  /** Resolves when the chosen files are stored in the draft. Resolves with false if one of them was refused. */
  filesKept: () => Promise<boolean>
  /** Discards the draft and starts with an empty form. */
  restart: () => void
  /** Time at which an earlier visit saved the restored text, in Unix ms. */
  restored: number | undefined
  draft: OpenDraft<HomeworkDraft>
  state: DraftState<HomeworkDraft>
  /** Discards the draft and calls `then`. Further calls have no effect. */
  discardAndLeave: (then: () => void) => void
}

/** Whether the component is mounted. Async code checks this when it ends. */
export function useIsMounted() {
  const shown = useRef(true)
  useEffect(() => {
    shown.current = true
    return () => {
      shown.current = false
    }
  }, [])
  return shown
}

/** Returns the form and its draft, which persists when the page is closed. Suspends until the draft is read. */
export function useHomeworkForm(key: string, start: () => HomeworkDraft): OpenForm {
  const { draft, state } = useDraft(homeworkDraft, key)
  // If the form was closed a moment ago, its text may exist only in memory. `state.value` has it.
  const [value, setValue] = useState(() => state.value ?? start())
  const [restored, setRestored] = useState(() => state.saved?.savedAt)
  // Two changes in one event must not overwrite each other.
  const latest = useRef(value)
  const isOpen = useIsMounted()
  const left = useRef(false)
  const show = (next: HomeworkDraft) => {
    latest.current = next
    setValue(next)
  }
  const change: OpenForm['change'] = changes => {
    // A form that was closed may have added a file to the draft since. The other fields are those of this form.
    const now = { ...latest.current, files: draft.state().value?.files ?? latest.current.files }
    show({ ...now, ...(typeof changes === 'function' ? changes(now) : changes) })
    draft.set(latest.current)
  }
  const files = useDraftFiles(homeworkDraft, key, kept => {
    const now = draft.state().value ?? latest.current
    const files = [...now.files, kept]
    // If this form is closed, another form may edit the draft. Then only the files of the draft change.
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
    discardAndLeave: then => {
      if (left.current) return
      left.current = true
      void draft.discard()
      then()
    },
  }
}
