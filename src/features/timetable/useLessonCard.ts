import { useEffect, useState } from 'react'
import { loadChunk } from '../../lib/loadChunk.ts'
import type { LessonCard } from './LessonCard.tsx'
import { runWhenIdle } from './useTimetable.ts'

type Card = typeof LessonCard

/**
 * Loads the code when the browser is idle. Not `lazy`, because React delays a suspended component by 300 ms.
 * Throws a load error once the card is open.
 */
export function useLessonCard(isOpen: boolean): Card | undefined {
  const [result, setResult] = useState<{ card: Card } | { failure: unknown }>()
  // No state update before the card is open.
  useEffect(() => {
    return runWhenIdle(() => void loadCard().catch(() => undefined))
  }, [])
  useEffect(() => {
    if (!isOpen) return
    let isMounted = true
    loadCard().then(
      card => isMounted && setResult({ card }),
      (failure: unknown) => isMounted && setResult({ failure }),
    )
    return () => {
      isMounted = false
    }
  }, [isOpen])
  if (result && 'card' in result) return result.card
  if (result && isOpen) throw result.failure
  return undefined
}

const loadCard = async (): Promise<Card> => (await loadChunk(() => import('./LessonCard.tsx'))).LessonCard
