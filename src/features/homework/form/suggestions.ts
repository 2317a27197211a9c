import { useQueries } from '@tanstack/react-query'
import { query } from '../../../api/cache/query.ts'
import { type Lesson, lessons } from '../../../contract/lessons.ts'
import type { HomeworkDraft } from './homeworkDraft.ts'
import { type NextLessons, useNextLessonsOf } from './nextLessons.ts'

/**
 * Returns the draft with a subject and a day for each class without them: the subject that corresponds to that of
 * the form, and its next lesson.
 */
export function useFilledDraft(
  courseId: number,
  draft: HomeworkDraft,
  subjects: readonly Lesson[],
): HomeworkDraft {
  const { classes } = draft
  const subject = subjects.find(({ id }) => id === draft.lesson_id)
  const loaded = useQueries({ queries: classes.map(({ course_id }) => query(lessons.list, { course_id })) })
  const subjectIds = classes.map(
    ({ lesson_id }, index) =>
      lesson_id ?? findMatchingSubject(loaded[index]?.data?.rows ?? [], subject)?.id ?? null,
  )
  const [own, ...others] = useNextLessonsOf([
    { courseId, subjectId: draft.lesson_id },
    ...classes.map(({ course_id }, index) => ({ courseId: course_id, subjectId: subjectIds[index] ?? null })),
  ])
  return {
    ...draft,
    due: draft.due || getDefaultDue(own),
    // The same list, so that the fields of other classes are not rendered for each typed character.
    classes:
      classes.length === 0
        ? classes
        : classes.map((target, index) => ({
            ...target,
            lesson_id: subjectIds[index] ?? null,
            due: target.due || getDefaultDue(others[index]),
          })),
  }
}

/** Returns the day of the first lesson after today. Pupils rarely have time for homework that is due today. */
const getDefaultDue = ({ lessons = [], today = '' }: Partial<NextLessons> = {}) =>
  (lessons.find(({ day }) => day > today) ?? lessons[0])?.day ?? ''

/** Returns the subject of another class that is called like `subject`, otherwise the only one that the user teaches. */
export function findMatchingSubject(
  subjects: readonly Lesson[],
  subject: Pick<Lesson, 'name' | 'short'> | undefined,
): Lesson | undefined {
  const findOnly = (rows: readonly Lesson[]) => (rows.length === 1 ? rows[0] : undefined)
  return (
    (subject && findOnly(subjects.filter(({ name }) => name === subject.name))) ??
    (subject && findOnly(subjects.filter(({ short }) => short === subject.short))) ??
    findOwnSubject(subjects)
  )
}

/** Returns the only subject, or the only one whose permissions the user may list. */
export function findOwnSubject(subjects: readonly Lesson[]): Lesson | undefined {
  if (subjects.length === 1) return subjects[0]
  const own = subjects.filter(({ has_permission }) => has_permission === true)
  return own.length === 1 ? own[0] : undefined
}
