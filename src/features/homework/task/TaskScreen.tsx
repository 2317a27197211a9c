import { Button, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core'
import {
  IconAlertTriangle,
  IconChecklist,
  IconCopy,
  IconFiles,
  IconKey,
  IconPencil,
  IconRefresh,
} from '@tabler/icons-react'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type CSSProperties, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link, useLocation, useParams } from 'react-router'
import { query } from '../../../api/cache/query.ts'
import type { ApiError } from '../../../api/client/ApiError.ts'
import { canCorrect, type Homework, homework } from '../../../contract/homework.ts'
import { useNow, useSchoolTime } from '../../../i18n/SchoolTime.tsx'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useFormatError } from '../../../i18n/useFormatError.ts'
import { useT } from '../../../i18n/useT.ts'
import { truncateText } from '../../../lib/truncateText.ts'
import { paths } from '../../../paths.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { StaleNotice } from '../../../ui/feedback/LoadError.tsx'
import { ScreenHeader } from '../../../ui/layout/ScreenHeader.tsx'
import { LinkedText } from '../../../ui/links/LinkedText.tsx'
import { FormattedText } from '../../../ui/viewer/FormattedText.tsx'
import { DueWarning } from '../due/DueWarning.tsx'
import { useMarkAsOpened } from '../newHomework.ts'
import { formatDueSentence } from '../times.ts'
import { useMaySetHomework } from '../useMaySetHomework.ts'
import { useSubject } from '../useSubject.ts'
import { type FileGroup, getFileGroups, getFileTabs } from './fileGroups.ts'
import { HandedInWork, isWorkReturned, OwnSkeleton, OwnWork } from './OwnWork.tsx'
import styles from './Task.module.css'
import { TaskFiles } from './TaskFiles.tsx'
import { type OwnSubmissionState, useOwnSubmission } from './useOwnSubmission.ts'

/** /classes/:courseId/homework/:homeworkId */
export function TaskScreen() {
  const { courseId, homeworkId } = useParams()
  return (
    <Task key={`${courseId}/${homeworkId}`} courseId={Number(courseId)} homeworkId={Number(homeworkId)} />
  )
}

function Task({ courseId, homeworkId }: { courseId: number; homeworkId: number }) {
  const t = useT('task')
  const task = useQuery(query(homework.get, { course_id: courseId, homework_id: homeworkId }))
  const subject = useSubject(courseId, task.data)
  const ownSubmission = useOwnSubmission(task.data)
  const isUnseen = ['none', 'loading', 'failed'].includes(ownSubmission.kind)
  const loadedSubmission = ownSubmission.kind === 'loaded' ? ownSubmission.submission : undefined
  useMarkAsOpened(isUnseen ? undefined : task.data?.id, loadedSubmission?.corrected_at)
  const location = useLocation()
  const maySetHomework = useMaySetHomework() === true
  const canOpenDesk = task.data?.is_submissionable === true && canCorrect(task.data)
  const actions = [
    ...(task.data?.can_edit
      ? [
          {
            id: 'access',
            label: t('teacher.access'),
            icon: <IconKey aria-hidden />,
            to: paths.withAccess(location, { field: 'todo_id', id: homeworkId }),
          },
          {
            id: 'change',
            label: t('teacher.change'),
            icon: <IconPencil aria-hidden />,
            to: paths.changeHomework(courseId, homeworkId),
          },
        ]
      : []),
    ...(task.data && maySetHomework
      ? [
          {
            id: 'again',
            label: t('teacher.again'),
            icon: <IconCopy aria-hidden />,
            to: paths.newHomework(courseId, { from: String(homeworkId) }),
            state: { backTo: location.pathname + location.search },
          },
        ]
      : []),
    // Tests on paper are returned even if the homework needs no submission.
    ...(task.data && canCorrect(task.data)
      ? [
          {
            id: 'papers',
            label: t('teacher.papers'),
            icon: <IconFiles aria-hidden />,
            to: paths.papers(courseId, homeworkId),
          },
        ]
      : []),
    ...(canOpenDesk
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
  ]
  return (
    <>
      <ScreenHeader
        title={subject?.name ?? t('untitled')}
        documentTitle={task.data ? getFirstLine(task.data.text) : t('untitled')}
        parent={{ label: t('list'), to: paths.homework(courseId) }}
        actions={actions}
      />
      {task.data ? (
        <TaskContent task={task.data} result={task} colour={subject?.colour} ownSubmission={ownSubmission} />
      ) : task.error ? (
        <TaskError courseId={courseId} error={task.error} retry={() => void task.refetch()} />
      ) : (
        <TaskSkeleton />
      )}
    </>
  )
}

const maxTitleLength = 120

function getFirstLine(text: string): string {
  const line = text.trim().split('\n', 1)[0] ?? ''
  return truncateText(line, maxTitleLength, '…')
}

type TaskErrorProps = { courseId: number; error: ApiError; retry: () => void }

function TaskError({ courseId, error, retry }: TaskErrorProps) {
  const t = useT('task')
  const tErrors = useT('errors')
  const formatError = useFormatError()
  const isNotFound = error.kind === 'notFound'
  return (
    <div className={styles.place}>
      <EmptyState
        tone="danger"
        icon={<IconAlertTriangle aria-hidden />}
        title={t(isNotFound ? 'failed.notFoundTitle' : 'failed.title')}
        actions={
          <>
            {!isNotFound && (
              <Button onClick={retry} leftSection={<IconRefresh aria-hidden />}>
                {tErrors('tryAgain')}
              </Button>
            )}
            <Button
              component={Link}
              variant={isNotFound ? 'default' : 'subtle'}
              to={paths.homework(courseId)}
            >
              {t('failed.toList')}
            </Button>
          </>
        }
      >
        {isNotFound ? t('failed.notFoundLead') : formatError(error)}
      </EmptyState>
    </div>
  )
}

type TaskContentProps = {
  task: Homework
  result: UseQueryResult<Homework>
  colour: string | undefined
  ownSubmission: OwnSubmissionState
}

function TaskContent({ task, result, colour, ownSubmission }: TaskContentProps) {
  const t = useT('task')
  const format = useFormat()
  const now = useNow()
  const { timeZone } = useSchoolTime()
  const submission = ownSubmission.kind === 'loaded' ? ownSubmission.submission : undefined
  const returned = submission && isWorkReturned(submission) ? submission : undefined
  const groups = getFileGroups(task, submission)
  const findGroup = (groupName: FileGroup['name']) => groups.find(({ name }) => name === groupName)
  // Before the return, show the handed-in files only on request, because they are not part of the task.
  const initialGroup = findGroup('correction') ?? (returned && findGroup('handedIn')) ?? findGroup('task')
  const [chosenId, setChosenId] = useState<number>()
  const files = useRef<HTMLElement>(null)
  const staleSubmission = ownSubmission.kind === 'loaded' ? ownSubmission.stale : undefined
  const stale = result.error
    ? { error: result.error, loadedAt: result.dataUpdatedAt, retry: () => void result.refetch() }
    : staleSubmission
  const handleShowFile = (id: number) => {
    // Render the files before scrolling to them.
    flushSync(() => setChosenId(id))
    files.current?.scrollIntoView({ block: 'nearest' })
  }
  const shownId = chosenId ?? initialGroup?.files[0]?.id
  const hasOwnWork = ownSubmission.kind !== 'none' || canCorrect(task)
  const { points } = task
  return (
    <div
      className={styles.task}
      data-alone={!hasOwnWork}
      data-corrected={submission?.is_corrected === true}
      data-returned={returned !== undefined}
      data-compared={getFileTabs(groups).some(({ name }) => name === 'compared')}
    >
      <article className={styles.article}>
        {stale && <StaleNotice {...stale} />}
        <header className={styles.head} style={{ '--subject': colour } as CSSProperties}>
          <h2 className={styles.title} dir="auto">
            <LinkedText text={task.text} />
          </h2>
          <Text className={styles.facts} size="sm" c="dimmed">
            <span>{formatDueSentence(task.until_datetime, { t, format, timeZone, now })}</span>
            {typeof points === 'number' && (
              <span>{t('maximum', { points, written: format.number(points) })}</span>
            )}
          </Text>
          <DueWarning key={task.id} homework={task} />
        </header>
        {task.note?.trim() && (
          <div className={styles.note}>
            <FormattedText html={task.note_formatted} text={task.note} />
          </div>
        )}
      </article>
      {returned && (
        <div className={styles.work}>
          <HandedInWork task={task} submission={returned} shownFileId={shownId} onShowFile={handleShowFile} />
        </div>
      )}
      {shownId !== undefined && groups.length > 0 && (
        <TaskFiles containerRef={files} groups={groups} shownId={shownId} onShow={setChosenId} />
      )}
      {hasOwnWork && (
        <div className={styles.side}>
          <OwnWork
            task={task}
            ownSubmission={ownSubmission}
            shownFileId={shownId}
            onShowFile={handleShowFile}
          />
        </div>
      )}
    </div>
  )
}

function TaskSkeleton() {
  const t = useT('task')
  return (
    <div className={styles.task}>
      <VisuallyHidden role="status">{t('loading')}</VisuallyHidden>
      <Stack className={styles.article} gap="lg" aria-hidden>
        <Skeleton width="60%" height="1.25rem" />
        <Skeleton width="14rem" />
        <Skeleton width="90%" />
        <Skeleton width="75%" />
      </Stack>
      <div className={styles.side} aria-hidden>
        <OwnSkeleton />
      </div>
    </div>
  )
}
