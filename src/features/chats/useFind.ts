import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'

/** What the list is searched for: kept in the address, so that it is there again after a reload and on the way back. */
export function useFind(): [find: string, change: (text: string) => void] {
  const [params, setParams] = useSearchParams()
  const addressed = params.get('find') ?? ''
  const [typed, setTyped] = useState(addressed)
  /** On its way into the address, which changes a moment later. */
  const written = useRef<string[]>([])
  useEffect(() => {
    const own = written.current.indexOf(addressed)
    if (own >= 0) written.current.splice(0, own + 1)
    // The address changed by itself: back, or a link.
    else setTyped(addressed)
  }, [addressed])
  // A browser allows some hundred changes of address a minute.
  useEffect(() => {
    if (typed === (written.current.at(-1) ?? addressed)) return
    const later = setTimeout(() => {
      written.current.push(typed)
      setParams(
        before => {
          if (typed === '') before.delete('find')
          else before.set('find', typed)
          return before
        },
        { replace: true, preventScrollReset: true, defaultShouldRevalidate: false },
      )
    }, 120)
    return () => clearTimeout(later)
  })
  return [typed, setTyped]
}
