import { canCorrect, type Homework } from '../../contract/homework.ts'
import { paths } from '../../paths.ts'
import type { Entry } from './rank.ts'

type Words = {
  /** The title of the class. */
  inClass: string
  /** Writes `until_datetime` as a day. */
  dueDay: (due: string) => string
  go: (path: string) => void
}

/** The homework of a class, what was set last first. It leads to the desk where the reader corrects it, else to the task. */
export const homeworkEntries = (tasks: readonly Homework[], { inClass, dueDay, go }: Words): Entry[] =>
  tasks
    .toSorted((a, b) => b.time - a.time)
    .map(task => ({
      id: `homework-${task.id}`,
      group: 'homework',
      label: task.text.trim().split('\n', 1)[0] ?? '',
      detail: [task.lesson?.name, inClass, dueDay(task.until_datetime)].filter(Boolean).join(' · '),
      run: () => {
        const desk = task.is_submissionable && canCorrect(task)
        go(desk ? paths.desk(task.course_id, task.id) : paths.task(task.course_id, task.id))
      },
    }))
