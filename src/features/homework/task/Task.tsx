import { Button } from '@mantine/core'
import { IconAlertTriangle, IconChecklist, IconKey, IconPencil, IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link, useLocation } from 'react-router'
import { query } from '../../../api/cache/query.ts'
import type { ApiError } from '../../../api/client/ApiError.ts'
import { canCorrect, homework } from '../../../contract/homework.ts'
import { errorSentence } from '../../../i18n/errorSentence.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { paths } from '../../../paths.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ScreenHeader } from '../../../ui/layout/ScreenHeader.tsx'
import styles from './Task.module.css'
import { TaskContent } from './TaskContent.tsx'
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
              variant: 'filled' as const,
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

type TaskFailedProps = { courseId: number; error: ApiError; retry: () => void }

/** No homework to show: it is not there, not theirs, or could not be fetched. */
function TaskFailed({ courseId, error, retry }: TaskFailedProps) {
  const t = useT('task')
  const tErrors = useT('errors')
  const format = useFormat()
  const gone = error.kind === 'notFound'
  return (
    <div className={styles.place}>
      <EmptyState
        tone="danger"
        icon={<IconAlertTriangle aria-hidden />}
        title={t(gone ? 'failed.notFoundTitle' : 'failed.title')}
        actions={
          <>
            {!gone && (
              <Button onClick={retry} leftSection={<IconRefresh aria-hidden />}>
                {tErrors('tryAgain')}
              </Button>
            )}
            <Button component={Link} variant={gone ? 'default' : 'subtle'} to={paths.homework(courseId)}>
              {t('failed.toList')}
            </Button>
          </>
        }
      >
        {gone ? t('failed.notFoundLead') : errorSentence(error, tErrors, format.time)}
      </EmptyState>
    </div>
  )
}
