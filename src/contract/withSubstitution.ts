import type { PlannedLesson } from './lessons.ts'
import type { Cover } from './vpEntry.ts'

/** `otherKind` is outside the contract. */
export function withSubstitution(lesson: PlannedLesson, item: Cover, otherKind?: string): PlannedLesson {
  const teacher = item.teacher?.trim()
  const room = item.room?.trim()
  const addedNotes = [otherKind ?? '', item.note?.trim() ?? ''].filter(text => text !== '')
  const kind = kindOf(item)
  return {
    ...lesson,
    teacher: item.isSelfStudy ? withoutTeacher(lesson.teacher) : withValue(lesson.teacher, teacher),
    room: withValue(lesson.room, room),
    notes: [...new Set([...lesson.notes, ...addedNotes])],
    // No other entry revives a cancelled lesson.
    change: lesson.change === 'cancelled' || (kind === 'note' && lesson.change) ? lesson.change : kind,
    ...(item.isSelfStudy && { isSelfStudy: true }),
  }
}

function withoutTeacher(value: PlannedLesson['teacher']): PlannedLesson['teacher'] {
  const planned = value.planned ?? value.current
  return planned === '' ? value : { current: '', planned }
}

function withValue(value: PlannedLesson['room'], current: string | undefined): PlannedLesson['room'] {
  const planned = value.planned ?? value.current
  if (!current || current === value.current) return value
  return current === planned ? { current } : { current, planned }
}

export const kindOf = ({ kind, teacher, room }: Cover): NonNullable<PlannedLesson['change']> =>
  kind ?? (teacher?.trim() ? 'substituted' : room?.trim() ? 'moved' : 'note')
