import { useEffect, useEffectEvent } from 'react'
import { isKeyTaken } from './isKeyTaken.ts'

/** Keys that are heard wherever the focus is, in fields too, while nothing else takes them. */
export function useDocumentKeys(press: (event: KeyboardEvent) => void): void {
  const heard = useEffectEvent((event: KeyboardEvent) => {
    if (!isKeyTaken(event)) press(event)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => heard(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
