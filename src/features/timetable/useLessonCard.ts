import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { isRecord } from '../../lib/isRecord.ts'
import { lazyChunk } from '../../lib/lazyChunk.ts'
import type { LessonCard } from './LessonCard.tsx'
import { whenIdle } from './useTimetable.ts'

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

const load = async (): Promise<Card> => (await lazyChunk(() => import('./LessonCard.tsx'))).LessonCard

/** The lesson whose card led elsewhere, and the place in the history it stood at. Gone with the page. */
let left: { place: string; lesson: string } | undefined

/**
 * Whoever went on from the card of a lesson comes back to that lesson: with the browser's Back, or led by a form that
 * names it (`lesson` in the state of the address).
 */
export function useLessonLeft(
  open: string | undefined,
  element: (key: string | undefined) => HTMLElement | null,
): void {
  const { key: place, state } = useLocation()
  const latest = useRef<typeof left>(undefined)
  useEffect(() => {
    latest.current = open === undefined ? undefined : { place, lesson: open }
  }, [open, place])
  useEffect(
    () => () => {
      if (latest.current) left = latest.current
    },
    [],
  )
  const named = isRecord(state) && typeof state.lesson === 'string' ? state.lesson : undefined
  const lesson = named ?? (left?.place === place ? left.lesson : undefined)
  const done = useRef<string>(undefined)
  useEffect(() => {
    if (lesson === undefined || done.current === place) return
    const goTo = () => {
      const cell = element(lesson)
      if (!cell) return
      drawing.disconnect()
      done.current = place
      left = undefined
      cell.focus()
      cell.scrollIntoView({ block: 'nearest' })
    }
    // The day view's code may still be on its way.
    const drawing = new MutationObserver(goTo)
    // The shell moves the focus to the screen after every change of address: this comes after it.
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
