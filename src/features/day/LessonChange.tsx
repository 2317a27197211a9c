import { Fragment, type ReactNode } from 'react'
import type { ChangedValue } from '../../contract/lessons.ts'
import { useT } from '../../i18n/useT.ts'
import { ReplacedValue } from '../../ui/Tag.tsx'
import type { ChangedLesson } from './useDayChanges.ts'

/** Differences from the plan and from the last visit. */
export function LessonChange({ changed: { lesson, role, before } }: { changed: ChangedLesson }) {
  const t = useT('day')
  if (lesson.change === 'cancelled') return t('cancelledSmall')
  const parts = new Map<string, ReactNode>()
  if (before?.isCancelled) parts.set('reinstated', t('reinstated'))
  if (role === 'cover') parts.set('role', t('youCover'))
  if (role === 'given') parts.set('role', t('given', { name: lesson.teacher.current || t('somebody') }))
  if (role === 'own') {
    if (before?.role === 'given') parts.set('role', t('givenBack'))
    else if (lesson.isSelfStudy) parts.set('role', t('selfStudy'))
    else addValue(t('teacher'), lesson.teacher, before?.teacher)
  }
  if (before && before.start !== lesson.hour.start) parts.set('time', t('newTime', { time: before.start }))
  addValue(t('room'), lesson.room, before?.room)
  if (parts.size === 0) return t('changedSmall')
  return [...parts].map(([key, part], index) => (
    <Fragment key={key}>
      {index > 0 && ', '}
      {part}
    </Fragment>
  ))

  function addValue(label: string, value: ChangedValue, previous: string | undefined) {
    const planned = value.planned ?? (previous === value.current ? undefined : previous)
    if (planned === undefined) return
    parts.set(
      label,
      <>
        {label} <ReplacedValue value={{ ...value, planned }} insteadOf={t('insteadOf')} />
      </>,
    )
  }
}
