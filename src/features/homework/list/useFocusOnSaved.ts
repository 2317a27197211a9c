import { type RefObject, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { type Saved, savedIn } from '../../../lib/saved.ts'

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
