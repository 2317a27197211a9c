import { useEffect, useRef, useState } from 'react'
import type { DraftState, OpenDraft } from '../../../outbox/drafts/Drafts.ts'
import { useDraft } from '../../../outbox/drafts/useDraft.ts'
import { type RefusedFile, useKeepFiles } from '../../../outbox/drafts/useKeepFiles.ts'
import { type HomeworkDraft, homeworkDraft } from './homeworkDraft.ts'

/** What changes, or what makes it of what is typed by then. */
type Changes = Partial<HomeworkDraft> | ((now: HomeworkDraft) => Partial<HomeworkDraft>)

export type HomeworkForm = {
  /** The draft's. */
  key: string
  value: HomeworkDraft
  /** Changes the form and its draft. */
  change: (changes: Changes) => void
  /** Files that were chosen: kept one after another, and then in the form. */
  addFiles: (files: readonly File[], folders?: ReadonlySet<File>) => void
  /** Of those chosen last, what can't go along. */
  refused: readonly RefusedFile[]
  /** Resolves when what is being kept is in the form; false where one of it was refused. */
  filesKept: () => Promise<boolean>
  /** Throws the draft away and begins anew. */
  restart: () => void
  /** When what is shown was saved by an earlier visit, Unix ms. */
  restored: number | undefined
  draft: OpenDraft<HomeworkDraft>
  state: DraftState<HomeworkDraft>
}

/** What is being kept, by draft: a form that was closed meanwhile and opened anew waits for it too. */
const beingKept = new Map<string, Promise<boolean>>()

/** The form and its draft, which outlives the page. Suspends until the draft is read. */
export function useHomeworkForm(key: string, start: () => HomeworkDraft): HomeworkForm {
  const { draft, state } = useDraft(homeworkDraft, key)
  // Closed and opened anew at once, what was typed may not be on disk yet.
  const [value, setValue] = useState(() => state.value ?? start())
  const [restored, setRestored] = useState(() => state.saved?.savedAt)
  // Two changes in one event must not undo each other.
  const latest = useRef(value)
  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  const show = (next: HomeworkDraft) => {
    latest.current = next
    setValue(next)
  }
  const change: HomeworkForm['change'] = changes => {
    // A file may have come in from a form that is closed by now; what is typed is this one's.
    const now = { ...latest.current, files: draft.state().value?.files ?? latest.current.files }
    show({ ...now, ...(typeof changes === 'function' ? changes(now) : changes) })
    draft.set(latest.current)
  }
  const { refused, keep } = useKeepFiles(homeworkDraft, key, kept => {
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
    addFiles: (files, folders) => {
      const all = Promise.all([beingKept.get(key) ?? true, keep(files, folders)])
      const kept = all.then(([before, now]) => before && now)
      beingKept.set(key, kept)
      void kept.then(() => beingKept.get(key) === kept && beingKept.delete(key))
    },
    refused,
    filesKept: async () => {
      const kept = beingKept.get(key)
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
  }
}
