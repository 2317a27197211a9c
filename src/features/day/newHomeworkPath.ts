import { paths } from '../../paths.ts'
import type { MyClass } from './MyClassesContext.ts'
import { lessonsOfDay, type MyDay, type MyLesson } from './myDays.ts'

/**
 * Returns the address of the form for homework that is due in the subject's next lesson. Undefined if the user does not
 * give the lesson, or does not belong to its class.
 */
export function getNewHomeworkPath(
  entry: MyLesson,
  days: readonly MyDay[],
  classes: readonly MyClass[],
): string | undefined {
  const { courseId, lesson, role } = entry
  if (lesson.change === 'cancelled' || role === 'given' || !classes.some(({ id }) => id === courseId))
    return undefined
  const next = findNextDate(days, entry)
  return paths.newHomework(courseId, { subject: String(lesson.subject.id), ...(next && { due: next }) })
}

/** Day of the subject's next lesson that takes place. */
function findNextDate(days: readonly MyDay[], { courseId, lesson }: MyLesson): string | undefined {
  const next = days
    .flatMap(lessonsOfDay)
    .find(
      other =>
        other.courseId === courseId &&
        other.lesson.subject.id === lesson.subject.id &&
        other.lesson.date > lesson.date &&
        other.lesson.change !== 'cancelled',
    )
  return next?.lesson.date
}
