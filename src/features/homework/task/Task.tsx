import { IconChecklist, IconKey, IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useLocation } from 'react-router'
import { query } from '../../../api/query.ts'
import { paths } from '../../../app/paths.ts'
import { canCorrect, homework } from '../../../contract/homework.ts'
import { useT } from '../../../i18n/useT.ts'
import { ScreenHeader } from '../../../ui/ScreenHeader.tsx'
import { TaskContent } from './TaskContent.tsx'
import { TaskFailed } from './TaskFailed.tsx'
import { TaskSkeleton } from './TaskSkeleton.tsx'
import { useOwnSubmission } from './useOwnSubmission.ts'
import { useSubject } from './useSubject.ts'

type TaskProps = { courseId: number; homeworkId: number }

const longestTitle = 120

/** One homework as who does it reads it; who may correct is led to the desk. */
export function Task({ courseId, homeworkId }: TaskProps) {
  const t = useT('task')
  const task = useQuery(query(homework.get, { course_id: courseId, homework_id: homeworkId }))
  const subject = useSubject(courseId, task.data)
  const own = useOwnSubmission(task.data)

  const parent = useMemo(() => ({ label: t('list'), to: paths.homework(courseId) }), [t, courseId])
  const mayCorrect = task.data !== undefined && canCorrect(task.data)
  const mayEdit = task.data?.can_edit === true
  const takesWork = task.data?.is_submissionable === true
  const { pathname, search } = useLocation()
  const actions = useMemo(
    () => [
      ...(mayEdit
        ? [
            {
              id: 'access',
              label: t('teacher.access'),
              icon: <IconKey aria-hidden />,
              to: paths.withAccess({ pathname, search }, { field: 'todo_id', id: homeworkId }),
            },
            {
              id: 'change',
              label: t('teacher.change'),
              icon: <IconPencil aria-hidden />,
              to: paths.changeHomework(courseId, homeworkId),
            },
          ]
        : []),
      ...(mayCorrect && takesWork
        ? [
            {
              id: 'correct',
              label: t('teacher.correct'),
              icon: <IconChecklist aria-hidden />,
              to: paths.desk(courseId, homeworkId),
              look: 'primary' as const,
            },
          ]
        : []),
    ],
    [t, courseId, homeworkId, mayEdit, mayCorrect, takesWork, pathname, search],
  )
  const header = (
    <ScreenHeader
      title={subject?.name ?? t('untitled')}
      documentTitle={task.data ? firstLine(task.data.text) : t('untitled')}
      parent={parent}
      actions={actions}
    />
  )

  if (task.data) {
    return (
      <>
        {header}
        <TaskContent task={task.data} asked={task} subject={subject} own={own} />
      </>
    )
  }
  return (
    <>
      {header}
      {task.error ? (
        <TaskFailed courseId={courseId} error={task.error} retry={() => void task.refetch()} />
      ) : (
        <TaskSkeleton />
      )}
    </>
  )
}

/** The beginning of a text as a title. */
function firstLine(text: string): string {
  const line = text.trim().split('\n', 1)[0] ?? ''
  return line.length > longestTitle ? `${line.slice(0, longestTitle)}…` : line
}
