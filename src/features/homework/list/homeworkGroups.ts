import { canCorrect, type ListedHomework } from '../../../contract/homework.ts'
import type { Lesson } from '../../../contract/lessons.ts'
import { type Due, parseDue } from '../../../lib/due.ts'
import { foldText, splitWords } from '../../../lib/foldText.ts'
import { addDaysToDay } from '../../../lib/week.ts'
import type { SortOrder } from './useHomeworkAddress.ts'

export type HomeworkGroup =
  | { kind: 'overdue' | 'today' | 'week' | 'later' | 'past' | 'toCorrect' | 'rest'; rows: HomeworkRow[] }
  /** For pupils. */
  | { kind: 'toDo' | 'handedIn' | 'returned'; rows: HomeworkRow[] }
  | { kind: 'subject'; subject: RowSubject; rows: HomeworkRow[] }

type GroupOptions = {
  sort: SortOrder
  today: string
  /** Number of submissions to mark, by homework ID. */
  toCorrect: ReadonlyMap<number, number>
}

/** Returns the groups that have rows. `today` is `YYYY-MM-DD` in school time. */
export function groupRows(
  rows: readonly HomeworkRow[],
  { sort, today, toCorrect }: GroupOptions,
): HomeworkGroup[] {
  const countToCorrect = (row: HomeworkRow) => toCorrect.get(row.homework.id) ?? 0
  const isOverdue = (row: HomeworkRow) => row.due.day < today && countToCorrect(row) > 0
  const past = rows.filter(row => row.due.day < today && !isOverdue(row)).toSorted(latestFirst)
  const open = rows.filter(row => row.due.day >= today || isOverdue(row)).toSorted(earliestFirst)
  return [...groupOpen(), { kind: 'past' as const, rows: past }].filter(group => group.rows.length > 0)

  function groupOpen(): HomeworkGroup[] {
    if (sort === 'subject') {
      return [...Map.groupBy(open, row => row.subject.id).values()]
        .flatMap(rowsOfSubject =>
          rowsOfSubject[0]
            ? [{ kind: 'subject' as const, subject: rowsOfSubject[0].subject, rows: rowsOfSubject }]
            : [],
        )
        .toSorted((a, b) => a.subject.name.localeCompare(b.subject.name))
    }
    if (sort === 'correct') {
      const rowsToCorrect = open.filter(row => countToCorrect(row) > 0)
      return [
        { kind: 'toCorrect', rows: rowsToCorrect.toSorted((a, b) => countToCorrect(b) - countToCorrect(a)) },
        { kind: 'rest', rows: open.filter(row => !rowsToCorrect.includes(row)) },
      ]
    }
    const inWeek = addDaysToDay(today, 7)
    return [
      { kind: 'overdue', rows: open.filter(isOverdue).toSorted(latestFirst) },
      { kind: 'today', rows: open.filter(row => row.due.day === today) },
      { kind: 'week', rows: open.filter(row => row.due.day > today && row.due.day <= inWeek) },
      { kind: 'later', rows: open.filter(row => row.due.day > inWeek) },
    ]
  }
}

// Homework with the same due time is sorted by creation.
export const earliestFirst = (a: HomeworkRow, b: HomeworkRow) =>
  compareDays(a.due.day, b.due.day) || a.due.at - b.due.at || a.homework.id - b.homework.id
/** `localeCompare` would take most of the time of a letter in the filter of 10,000 rows. */
const compareDays = (a: string, b: string) => Number(a > b) - Number(a < b)
export const latestFirst = (a: HomeworkRow, b: HomeworkRow) => -earliestFirst(a, b)

/** `name` is '' if the service does not send it. */
export type RowSubject = { id: number; name: string; color: string | null }

/** Row of the list. `isCorrectable`: whether it can be handed in and the user corrects it. */
export type HomeworkRow = { homework: ListedHomework; subject: RowSubject; due: Due; isCorrectable: boolean }

/**
 * Returns the rows, latest due time first, so that sorting the rows of a group is fast.
 *
 * @param lessons for homework that does not include its subject
 */
export function toRows(
  homeworks: readonly ListedHomework[],
  lessons: readonly Lesson[],
  timeZone: string,
): HomeworkRow[] {
  const byId = new Map(lessons.map(lesson => [lesson.id, lesson]))
  const rows = homeworks.map(homework => {
    const lesson = homework.lesson ?? byId.get(homework.lesson_id)
    return {
      homework,
      subject: { id: homework.lesson_id, name: lesson?.name ?? '', color: lesson?.color ?? null },
      due: parseDue(homework.until_datetime, timeZone),
      isCorrectable: homework.is_submissionable && canCorrect(homework),
    }
  })
  return rows.toSorted(latestFirst)
}

/** Every word of `find` must be in subject, text or note. */
export function filterRows(
  rows: readonly HomeworkRow[],
  { find, subject }: { find: string; subject: number | undefined },
): HomeworkRow[] {
  const words = splitWords(find)
  return rows.filter(row => {
    if (subject !== undefined && row.subject.id !== subject) return false
    if (words.length === 0) return true
    const text = getSearchText(row)
    return words.every(word => text.includes(word))
  })
}

const searchTexts = new WeakMap<HomeworkRow, string>()

/** Cached, because each letter in the filter searches all rows. */
function getSearchText(row: HomeworkRow): string {
  const known = searchTexts.get(row)
  if (known !== undefined) return known
  const text = foldText(`${row.subject.name} ${row.homework.text} ${row.homework.note ?? ''}`)
  searchTexts.set(row, text)
  return text
}

/** Returns the subjects of the class and of its homework, by name. */
export function getSubjects(rows: readonly HomeworkRow[], lessons: readonly Lesson[]): RowSubject[] {
  const all = [
    ...lessons.map(({ id, name, color }) => ({ id, name, color })),
    ...rows.map(row => row.subject),
  ]
  return [...new Map(all.map(subject => [subject.id, subject])).values()].toSorted(
    (a, b) => a.name.localeCompare(b.name) || a.id - b.id,
  )
}
