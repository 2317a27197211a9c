import { useEffect, useState } from 'react'
import type { LessonCard } from './LessonCard.tsx'

/**
 * The card's code, on its way as soon as the timetable stands, so that the first click doesn't wait for it. Not
 * `lazy`: React holds back what a suspended part shows by 300 ms. A failure is thrown once the card is `wanted`.
 */
export function useLessonCard(wanted: boolean): typeof LessonCard | undefined {
  const [loaded, setLoaded] = useState<{ card: typeof LessonCard } | { failure: unknown }>()
  useEffect(() => {
    let mounted = true
    import('./LessonCard.tsx').then(
      ({ LessonCard }) => mounted && setLoaded({ card: LessonCard }),
      (failure: unknown) => mounted && setLoaded({ failure }),
    )
    return () => {
      mounted = false
    }
  }, [])
  if (loaded && 'card' in loaded) return loaded.card
  if (loaded && wanted) throw loaded.failure
  return undefined
}
