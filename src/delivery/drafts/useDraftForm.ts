import { useMemo, useRef, useState } from 'react'
import type { DraftKind, DraftState, OpenDraft } from './Drafts.ts'
import { useDraft } from './useDraft.ts'

type Changes<T> = Partial<T> | ((current: T) => Partial<T>)

export type DraftForm<T> = {
  value: T
  /** The current value, which may not be rendered yet. */
  getValue: () => T
  change: (changes: Changes<T>) => void
  isTouched: boolean
  /** When an earlier visit saved the restored draft, in Unix ms. */
  restoredAt: number | undefined
  restart: () => void
  /** Further calls have no effect. */
  discardAndLeave: (onDiscarded: () => void) => void
  draft: OpenDraft<T>
  state: DraftState<T>
}

/**
 * Suspends until the draft is read. Use it below `DraftVersions`, which remounts the form when another tab
 * has replaced the draft.
 */
export function useDraftForm<T extends object>(kind: DraftKind<T>, key: string, initial: T): DraftForm<T> {
  'use memo'
  const { draft: openDraft, state } = useDraft(kind, key)
  // After its draft was deleted, the form still shows its last value.
  const [lastValue, setLastValue] = useState(state.value)
  const latestValue = useRef(state.value)
  const [isTouched, setTouched] = useState(false)
  const [restoredAt, setRestoredAt] = useState(() => state.saved?.savedAt)
  const hasLeft = useRef(false)
  const draft = useMemo(
    () => ({
      ...openDraft,
      discard() {
        const value = latestValue.current
        // A file that is added later must not restore the sent text.
        latestValue.current = undefined
        return openDraft.discard().catch((error: unknown) => {
          // The form stays open, and shows this value.
          if (latestValue.current === undefined) latestValue.current = value
          throw error
        })
      },
    }),
    [openDraft],
  )
  const getValue = () => draft.state().value ?? latestValue.current ?? initial
  const replaceLastValue = (next: T | undefined) => {
    latestValue.current = next
    setLastValue(next)
  }
  const change: DraftForm<T>['change'] = changes => {
    const current = getValue()
    const next = { ...current, ...(typeof changes === 'function' ? changes(current) : changes) }
    replaceLastValue(next)
    setTouched(true)
    draft.set(next)
  }
  const restart = () => {
    draft.discard().catch(() => undefined)
    setRestoredAt(undefined)
    setTouched(false)
    replaceLastValue(undefined)
  }
  const discardAndLeave = (onDiscarded: () => void) => {
    if (hasLeft.current) return
    hasLeft.current = true
    draft.discard().catch(() => undefined)
    onDiscarded()
  }
  const value = state.value ?? lastValue ?? initial
  return { value, getValue, change, isTouched, restoredAt, restart, discardAndLeave, draft, state }
}
