import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { isRecord } from '../../lib/isRecord.ts'
import { loadChunk } from '../../lib/loadChunk.ts'
import type { LessonCard } from './LessonCard.tsx'
import { whenIdle } from './useTimetable.ts'

type Card = typeof LessonCard

/**
 * Loads the code of the card when the browser is idle, so that the first click does not wait. It does not use `lazy`,
 * because React delays the content of a suspended component by 300 ms. Throws the error of a failed load once the card
 * is `wanted`.
 */
export function useLessonCard(wanted: boolean): Card | undefined {
  const [loaded, setLoaded] = useState<{ card: Card } | { failure: unknown }>()
  // No state update if the code arrives before it is wanted.
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

const load = async (): Promise<Card> => (await loadChunk(() => import('./LessonCard.tsx'))).LessonCard

/** The lesson whose card the user left through a link, and its history entry. Lost on reload. */
let leftLesson: { place: string; lesson: string } | undefined

/**
 * Focuses a lesson again after its card led to another page. The user returns with the browser's Back, or through a
 * form that passes `lesson` in the router state.
 */
export function useLessonLeft(
  open: string | undefined,
  element: (key: string | undefined) => HTMLElement | null,
): void {
  const { key: place, state } = useLocation()
  const latest = useRef<typeof leftLesson>(undefined)
  useEffect(() => {
    latest.current = open === undefined ? undefined : { place, lesson: open }
  }, [open, place])
  useEffect(
    () => () => {
      if (latest.current) leftLesson = latest.current
    },
    [],
  )
  const named = isRecord(state) && typeof state.lesson === 'string' ? state.lesson : undefined
  const lesson = named ?? (leftLesson?.place === place ? leftLesson.lesson : undefined)
  const done = useRef<string>(undefined)
  useEffect(() => {
    if (lesson === undefined || done.current === place) return
    const goTo = () => {
      const cell = element(lesson)
      if (!cell) return
      drawing.disconnect()
      done.current = place
      leftLesson = undefined
      cell.focus()
      cell.scrollIntoView({ block: 'nearest' })
    }
    // The code of the day view may still be loading.
    const drawing = new MutationObserver(goTo)
    // The shell focuses the screen after every navigation. The timer runs after that.
    const timer = setTimeout(() => {
      drawing.observe(document.body, { childList: true, subtree: true })
      goTo()
    })
    return () => {
      clearTimeout(timer)
      drawing.disconnect()
    }
  }, [lesson, place, element])
}
