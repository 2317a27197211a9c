import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { isRecord } from '../../lib/isRecord.ts'
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

/** The lesson whose card the user left through a link. */
let lastLesson: { entryKey: string; lesson: string } | undefined

/** After the browser's Back, or with `lesson` in the router state. */
export function useFocusLastLesson(
  openKey: string | undefined,
  findElement: (key: string | undefined) => HTMLElement | null,
): void {
  const { key: entryKey, state } = useLocation()
  const latest = useRef<typeof lastLesson>(undefined)
  useEffect(() => {
    latest.current = openKey === undefined ? undefined : { entryKey, lesson: openKey }
  }, [openKey, entryKey])
  useEffect(
    () => () => {
      if (latest.current) lastLesson = latest.current
    },
    [],
  )
  const passedLesson = isRecord(state) && typeof state.lesson === 'string' ? state.lesson : undefined
  const lesson = passedLesson ?? (lastLesson?.entryKey === entryKey ? lastLesson.lesson : undefined)
  const focusedEntryKey = useRef<string>(undefined)
  useEffect(() => {
    if (lesson === undefined || focusedEntryKey.current === entryKey) return
    const focusLesson = () => {
      const cell = findElement(lesson)
      if (!cell) return
      observer.disconnect()
      focusedEntryKey.current = entryKey
      lastLesson = undefined
      cell.focus()
      cell.scrollIntoView({ block: 'nearest' })
    }
    // The code of the day view may still be loading.
    const observer = new MutationObserver(focusLesson)
    // Runs after the shell, which focuses the screen after every navigation.
    const timer = setTimeout(() => {
      observer.observe(document.body, { childList: true, subtree: true })
      focusLesson()
    })
    return () => {
      clearTimeout(timer)
      observer.disconnect()
    }
  }, [lesson, entryKey, findElement])
}
