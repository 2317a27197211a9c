import { useQuery, useQueryClient } from '@tanstack/react-query'
import { keyOf, query } from '../../../api/query.ts'
import type { AccessOf } from '../../../app/paths.ts'
import { courses } from '../../../contract/courses.ts'
import { homework } from '../../../contract/homework.ts'
import { lessons } from '../../../contract/lessons.ts'
import { useT } from '../../../i18n/useT.ts'
import { harmlessName } from '../../../ui/harmlessName.ts'
import type { ContentKind } from './Content.ts'
import { useContent } from './useContent.ts'

/** A name longer than this is cut in a heading; the place it stands in shows it whole. */
const longest = 120

export type ContentWords = {
  kind: ContentKind
  courseId: number | undefined
  /** A chat in which everybody writes who is in it. */
  membersWrite: boolean
  /** The whole name, harmless to show; by number where none is known. */
  name: string
  /** The same, short enough for a heading. */
  short: string
  /** `Homework in Maths, class 8b`. */
  line: string
}

/** How the drawer calls the content: its name, and what and where it is. */
export function useContentWords(of: AccessOf, courseOfPage: number | undefined): ContentWords {
  const t = useT('access')
  const client = useQueryClient()
  const { kind, name, courseId, membersWrite } = useContent(of, courseOfPage)
  const course = useQuery({
    ...query(courses.get, { course_id: courseId ?? 0 }),
    enabled: courseId !== undefined,
  })
  const className = course.data?.name.trim()
  // What can't be asked for need not be of the class whose page is below.
  const named = className && name !== undefined ? t('class', { name: harmlessName(className) }) : ''
  const whole = name === undefined ? t(`numbered.${kind}`, { id: String(of.id) }) : harmlessName(name)
  const subject = kind === 'homework' && courseId !== undefined ? subjectName(courseId) : undefined
  return {
    kind,
    courseId,
    membersWrite,
    name: whole,
    short: whole.length > longest ? `${whole.slice(0, longest)}…` : whole,
    line: line(),
  }

  function subjectName(course_id: number): string | undefined {
    const task =
      client.getQueryData(keyOf(homework.get, { course_id, homework_id: of.id })) ??
      client.getQueryData(keyOf(homework.list, { course_id }))?.rows.find(({ id }) => id === of.id)
    const lesson =
      task?.lesson ??
      client.getQueryData(keyOf(lessons.list, { course_id }))?.rows.find(({ id }) => id === task?.lesson_id)
    return lesson?.name.trim() ? harmlessName(lesson.name.trim()) : undefined
  }

  function line(): string {
    if (subject) return named ? t('lineOfSubject', { subject, named }) : t('lineOfSubjectAlone', { subject })
    const what = t(`what.${kind}`)
    return named && kind !== 'chat' ? t('lineOfClass', { what, named }) : what
  }
}
