import { useQueries, useQueryClient } from '@tanstack/react-query'
import { keyOf, query } from '../../api/query.ts'
import { homework } from '../../contract/homework.ts'
import { submissions } from '../../contract/submissions.ts'
import { useT } from '../../i18n/useT.ts'
import type { Write } from '../../outbox/Writes.ts'
import { paths } from '../paths.ts'
import { useClasses } from '../shell/useClasses.ts'
import { readLane } from './readLane.ts'

/** What an entry is, what homework it belongs to, and the address where it was written. */
export type Written = { what: string; homework: string | undefined; to: string | undefined }

const kinds = ['correction', 'correctionFile', 'handIn', 'submissionFile'] as const
const isKind = (name: string): name is (typeof kinds)[number] => kinds.some(kind => kind === name)

/** Says of entries what they are. An entry knows ids only: names come from what is loaded, classes from their lists. */
export function useWhatWasWritten(): (write: Write) => Written {
  const t = useT('unsent')
  const cache = useQueryClient()
  const { list } = useClasses()
  const tasks = useQueries({
    queries: list.map(({ id }) => query(homework.list, { course_id: id })),
    combine: answers => answers.flatMap(({ data }) => data?.rows ?? []),
  })
  const nameOf = (todo_id: number, userId: number) =>
    cache.getQueryData(keyOf(submissions.list, { todo_id }))?.rows.find(({ user }) => user.id === userId)
      ?.user.name ?? t('pupilNumber', { id: String(userId) })

  return write => {
    const about = readLane(write.lane)
    if (!about || !isKind(write.kind)) return { what: t('other'), homework: undefined, to: undefined }
    const { todoId, userId } = about
    const task = tasks.find(({ id }) => id === todoId)
    const pupil = userId === undefined ? '' : nameOf(todoId, userId)
    return {
      what: t(write.kind, { pupil }),
      homework: task?.text ?? t('homeworkNumber', { id: String(todoId) }),
      to:
        task &&
        (userId === undefined
          ? paths.task(task.course_id, todoId)
          : paths.desk(task.course_id, todoId, userId)),
    }
  }
}
