import { type RefObject, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { isRecord } from '../../../lib/isRecord.ts'

/** What a form says of what it did, in the state of the address it leads to. */
export type Saved = { id: number; said: string }

export const savedIn = (state: unknown): Saved | undefined => {
  const saved = isRecord(state) ? state.saved : undefined
  if (!isRecord(saved)) return undefined
  return typeof saved.id === 'number' && typeof saved.said === 'string'
    ? { id: saved.id, said: saved.said }
    : undefined
}

/** After a form was saved: the focus goes to its row once that is drawn. Answers what is to be said. */
export function useFocusOnSaved(container: RefObject<HTMLElement | null>, drawn: string): Saved | undefined {
  const { state, key } = useLocation()
  const saved = savedIn(state)
  const focused = useRef<string>(undefined)
  const id = saved?.id
  useEffect(() => {
    if (id === undefined || focused.current === key || drawn === '') return
    // The shell moves the focus to the screen after every change of address: this comes after it.
    const later = setTimeout(() => {
      const link = container.current?.querySelector<HTMLElement>(`[data-homework="${id}"] a[data-open]`)
      if (!link) return
      focused.current = key
      link.focus()
      link.scrollIntoView({ block: 'nearest' })
    }, 50)
    return () => clearTimeout(later)
  }, [container, id, key, drawn])
  return saved
}
