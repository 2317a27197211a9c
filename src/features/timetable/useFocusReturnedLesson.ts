import { type RefObject, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { isRecord } from '../../lib/isRecord.ts'
import { findRow, focusRow } from '../../ui/list/rows.ts'

/** Focuses the lesson of the router state: the one whose homework form the user has left. */
export function useFocusReturnedLesson(list: RefObject<HTMLElement | null>, isLoaded: boolean): void {
  const { key: entryKey, state } = useLocation()
  const lesson = isRecord(state) && typeof state.lesson === 'string' ? state.lesson : undefined
  const focusedEntryKey = useRef<string>(undefined)
  useEffect(() => {
    if (lesson === undefined || !isLoaded || focusedEntryKey.current === entryKey) return
    // Runs after the closed form has returned the focus.
    const timer = setTimeout(() => {
      const row = findRow(list.current, 'data-lesson', lesson)
      if (!row) return
      focusedEntryKey.current = entryKey
      focusRow(row)
    })
    return () => clearTimeout(timer)
  }, [list, lesson, isLoaded, entryKey])
}
