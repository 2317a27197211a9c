import type { PlannedLesson } from './lessons.ts'
import type { Cover } from './vpEntry.ts'

/** Returns the lesson with a substitution. `otherKind` is a kind that the contract does not know. */
export function substituted(lesson: PlannedLesson, item: Cover, otherKind?: string): PlannedLesson {
  const teacher = item.teacher?.trim()
  const room = item.room?.trim()
  const said = [otherKind ?? '', item.note?.trim() ?? ''].filter(text => text !== '')
  const kind = kindOf(item)
  return {
    ...lesson,
    teacher: item.isSelfStudy ? withoutTeacher(lesson.teacher) : replaced(lesson.teacher, teacher),
    room: replaced(lesson.room, room),
    notes: [...new Set([...lesson.notes, ...said])],
    // A cancelled lesson remains cancelled, whatever other entries say.
    change: lesson.change === 'cancelled' || (kind === 'note' && lesson.change) ? lesson.change : kind,
    ...(item.isSelfStudy && { isSelfStudy: true }),
  }
}

function withoutTeacher(value: PlannedLesson['teacher']): PlannedLesson['teacher'] {
  const was = value.was ?? value.now
  return was === '' ? value : { now: '', was }
}

function replaced(value: PlannedLesson['room'], now: string | undefined): PlannedLesson['room'] {
  const was = value.was ?? value.now
  if (!now || now === value.now) return value
  return now === was ? { now } : { now, was }
}

/** Returns the kind of a substitution. If it has none, the values that it changes decide. */
export const kindOf = ({ kind, teacher, room }: Cover): NonNullable<PlannedLesson['change']> =>
  kind ?? (teacher?.trim() ? 'substituted' : room?.trim() ? 'moved' : 'note')
