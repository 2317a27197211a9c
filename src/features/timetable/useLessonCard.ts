import { useEffect, useState } from 'react'
import type { LessonCard } from './LessonCard.tsx'
import { whenIdle } from './whenIdle.ts'

type Card = typeof LessonCard

/**
 * The card's code, on its way as soon as the timetable stands and rests, so that the first click doesn't wait for it.
 * Not `lazy`: React holds back what a suspended part shows by 300 ms. A failure is thrown once the card is `wanted`.
 */
export function useLessonCard(wanted: boolean): Card | undefined {
  const [loaded, setLoaded] = useState<{ card: Card } | { failure: unknown }>()
  // Nothing is drawn anew when it arrives before it is wanted.
  useEffect(() => {
    return whenIdle(() => void load().catch(() => undefined))
  }, [])
  useEffect(() => {
    if (!wanted) return
    let mounted = true
    load().then(
      card => mounted && setLoaded({ card }),
      (failure: unknown) => mounted && setLoaded({ failure }),
    )
    return () => {
      mounted = false
    }
  }, [wanted])
  if (loaded && 'card' in loaded) return loaded.card
  if (loaded && wanted) throw loaded.failure
  return undefined
}

const load = async (): Promise<Card> => (await import('./LessonCard.tsx')).LessonCard
