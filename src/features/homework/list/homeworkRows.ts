import { canCorrect, type Homework } from '../../../contract/homework.ts'
import type { Lesson } from '../../../contract/lessons.ts'
import { type Due, dueOf } from '../../../lib/due.ts'
import { normalized } from '../../../lib/normalized.ts'

/** A subject as a row shows it; the name is '' where the service tells none. */
export type RowSubject = { id: number; name: string; color: string | null }

/** One homework of the list. `correctable`: it can be handed in, and the reader corrects it. */
export type HomeworkRow = { homework: Homework; subject: RowSubject; due: Due; correctable: boolean }

/** What is shown of each homework; its subject from the homework itself, else from the subjects of the class. */
export function rowsOf(
  homeworks: readonly Homework[],
  lessons: readonly Lesson[],
  timeZone: string,
): HomeworkRow[] {
  const byId = new Map(lessons.map(lesson => [lesson.id, lesson]))
  return homeworks.map(homework => {
    const lesson = homework.lesson ?? byId.get(homework.lesson_id)
    return {
      homework,
      subject: { id: homework.lesson_id, name: lesson?.name ?? '', color: lesson?.color ?? null },
      due: dueOf(homework.until_datetime, timeZone),
      correctable: homework.is_submissionable && canCorrect(homework),
    }
  })
}

/** Rows that hold every word of `find` in subject, text or note, and are of the subject when one is given. */
export function matching(
  rows: readonly HomeworkRow[],
  { find, subject }: { find: string; subject: number | undefined },
): HomeworkRow[] {
  const words = plain(find).split(/\s+/).filter(Boolean)
  return rows.filter(row => {
    if (subject !== undefined && row.subject.id !== subject) return false
    if (words.length === 0) return true
    const text = plain(`${row.subject.name} ${row.homework.text} ${row.homework.note ?? ''}`)
    return words.every(word => text.includes(word))
  })
}

/** Without case and accents: `ubung` finds `Übung`. */
const plain = (text: string) => normalized(text, 'NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** The subjects of the class and of its homework, by name: what the list can be narrowed down to. */
export function subjectsOf(rows: readonly HomeworkRow[], lessons: readonly Lesson[]): RowSubject[] {
  const all = [
    ...lessons.map(({ id, name, color }) => ({ id, name, color })),
    ...rows.map(row => row.subject),
  ]
  return [...new Map(all.map(subject => [subject.id, subject])).values()].toSorted(
    (a, b) => a.name.localeCompare(b.name) || a.id - b.id,
  )
}
