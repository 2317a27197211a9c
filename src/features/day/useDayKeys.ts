import type { RefObject } from 'react'
import { useNavigate } from 'react-router'
import { useT } from '../../i18n/useT.ts'
import { paths } from '../../paths.ts'
import { useShortcuts } from '../../ui/focus/useShortcuts.ts'
import { findRow, focusRow, getRowKey } from '../../ui/list/rows.ts'
import type { MyLesson } from './myDays.ts'

/**
 * j and k move through the lessons, h sets homework for the focused one. `getNewHomework` returns the address of the form,
 * or undefined if the user can't set homework for that lesson.
 */
export function useDayKeys(
  list: RefObject<HTMLElement | null>,
  lessons: readonly MyLesson[],
  getNewHomework: ((lesson: MyLesson) => string | undefined) | undefined,
): void {
  const t = useT('day')
  const navigate = useNavigate()
  const getIndex = () => {
    const key = document.activeElement && getRowKey(document.activeElement, 'data-lesson')
    return lessons.findIndex(lesson => lesson.key === key)
  }
  const move = (step: 1 | -1) => {
    const index = getIndex()
    const next = lessons[index < 0 ? 0 : Math.min(lessons.length - 1, Math.max(0, index + step))]
    const row = next && findRow(list.current, 'data-lesson', next.key)
    if (row) focusRow(row)
  }
  const setHomework = () => {
    const entry = lessons[getIndex()]
    const path = entry && getNewHomework?.(entry)
    if (path) void navigate(path, { state: { from: { path: paths.day(), lesson: entry.key } } })
  }
  useShortcuts([
    { key: 'j', description: t('keys.next'), run: () => move(1) },
    { key: 'k', description: t('keys.previous'), run: () => move(-1) },
    ...(getNewHomework ? [{ key: 'h', description: t('keys.setHomework'), run: setHomework }] : []),
  ])
}
