import { useRef, useState } from 'react'
import type { DraftKind, DraftState, OpenDraft } from './Drafts.ts'
import { useDraft } from './useDraft.ts'

/** Changed values, or a function that returns them for the current values. */
type Changes<T> = Partial<T> | ((now: T) => Partial<T>)

export type DraftForm<T> = {
  value: T
  /** Returns the current value, which may not be rendered yet. */
  getValue: () => T
  /** Changes the form and its draft. */
  change: (changes: Changes<T>) => void
  /** Whether the user has changed the form since it was opened. */
  isTouched: boolean
  /** Time at which an earlier visit saved the restored draft, in Unix ms. */
  restored: number | undefined
  /** Discards the draft and shows the initial value. */
  restart: () => void
  /** Discards the draft and calls `then`. Further calls have no effect. */
  discardAndLeave: (then: () => void) => void
  draft: OpenDraft<T>
  state: DraftState<T>
}

/**
 * Opens the draft of a form. Its value persists when the page is closed. Suspends until the draft is read. Use it below
 * `SingleTabForm`, which mounts the form again when another tab has replaced the draft.
 */
export function useDraftForm<T extends object>(kind: DraftKind<T>, key: string, initial: T): DraftForm<T> {
  const { draft, state } = useDraft(kind, key)
  // An empty, sent or discarded draft is deleted. The form then contains its last value, not the initial one.
  const [last, setLast] = useState(state.value)
  const latest = useRef(state.value)
  const [isTouched, setTouched] = useState(false)
  const [restored, setRestored] = useState(() => state.saved?.savedAt)
  const isLeft = useRef(false)
  const getValue = () => draft.state().value ?? latest.current ?? initial
  const show = (next: T | undefined) => {
    latest.current = next
    setLast(next)
  }
  return {
    value: state.value ?? last ?? initial,
    getValue,
    change(changes) {
      const now = getValue()
      const next = { ...now, ...(typeof changes === 'function' ? changes(now) : changes) }
      show(next)
      setTouched(true)
      draft.set(next)
    },
    isTouched,
    restored,
    restart() {
      draft.discard().catch(() => undefined)
      setRestored(undefined)
      setTouched(false)
      show(undefined)
    },
    discardAndLeave(then) {
      if (isLeft.current) return
      isLeft.current = true
      draft.discard().catch(() => undefined)
      then()
    },
    draft,
    state,
  }
}
