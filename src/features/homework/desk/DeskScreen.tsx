import '@mantine/core/styles/Stack.layer.css'
import { Button, Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import { IconLock, IconNotebook, IconUsers } from '@tabler/icons-react'
import { Suspense } from 'react'
import { Link, useParams } from 'react-router'
import { Failed } from '../../../i18n/Failed.tsx'
import { useT } from '../../../i18n/useT.ts'
import { paths } from '../../../paths.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ScreenHeader } from '../../../ui/layout/ScreenHeader.tsx'
import styles from './Desk.module.css'
import { FormSkeleton, OpenDesk } from './OpenDesk.tsx'
import { type DeskData, useDesk } from './useDesk.ts'

/**
 * /classes/:courseId/homework/:homeworkId/submissions/:userId?show=drafts, without a pupil at the first to correct, and
 * /overview. Another homework starts anew, another pupil does not.
 */
export function DeskScreen() {
  const params = useParams()
  const homeworkId = Number(params.homeworkId)
  return (
    <Suspense fallback={<DeskSkeleton />}>
      <Desk key={homeworkId} courseId={Number(params.courseId)} homeworkId={homeworkId} />
    </Suspense>
  )
}

/** The desk of one homework, or why there is none. */
function Desk({ courseId, homeworkId }: { courseId: number; homeworkId: number }) {
  const t = useT('desk')
  const data = useDesk(courseId, homeworkId)
  const heading = {
    title: data.homework?.text ?? t('title'),
    parent: { label: t('parent'), to: paths.homework(courseId) },
  }
  if (data.kind === 'open' && data.entries.length > 0) return <OpenDesk data={data} heading={heading} />
  return (
    <>
      <ScreenHeader {...heading} />
      {data.kind === 'loading' ? (
        <DeskSkeleton />
      ) : (
        <div className={styles.place}>
          <NoDesk data={data} />
        </div>
      )}
    </>
  )
}

/** Why there is nothing to correct: it failed, nobody is there, or nothing for this person, and where to go instead. */
function NoDesk({ data }: { data: Exclude<DeskData, { kind: 'loading' }> }) {
  const t = useT('desk')
  const tErrors = useT('errors')
  if (data.kind === 'failed') return <Failed title={t('failed')} error={data.error} retry={data.retry} />
  if (data.kind === 'open') {
    return (
      <EmptyState
        icon={<IconUsers aria-hidden />}
        title={t('empty.title')}
        actions={<Button onClick={data.retry}>{t('empty.action')}</Button>}
      >
        {data.unreadable > 0 ? tErrors('unreadable', { count: data.unreadable }) : t('empty.lead')}
      </EmptyState>
    )
  }
  const { course_id, id, can_edit } = data.homework
  return (
    <EmptyState
      icon={data.kind === 'notTaken' ? <IconNotebook aria-hidden /> : <IconLock aria-hidden />}
      title={t(`closed.${data.kind}`)}
      actions={
        <>
          <Button component={Link} to={paths.task(course_id, id)}>
            {t('closed.task')}
          </Button>
          {data.kind === 'notTaken' && can_edit && (
            <Button component={Link} variant="subtle" to={paths.changeHomework(course_id, id)}>
              {t('closed.change')}
            </Button>
          )}
        </>
      }
    >
      {t(`closed.${data.kind}Lead`)}
    </EmptyState>
  )
}

const names = ['62%', '48%', '55%', '70%', '44%', '58%', '66%', '50%', '60%']

/** The desk before its data: the three columns in the size they will have. */
function DeskSkeleton() {
  const t = useT('desk')
  return (
    <div className={styles.desk}>
      <VisuallyHidden role="status">{t('loading')}</VisuallyHidden>
      <div className={styles.list} aria-hidden>
        <Stack p="lg">
          <Skeleton width="9rem" height="1rem" />
          <Skeleton width="100%" height="4px" />
          <Skeleton width="100%" height="var(--control)" />
        </Stack>
        {names.map(width => (
          <Skeleton key={width} width={width} maw="75%" ml="2.125rem" mb="1.25rem" />
        ))}
      </div>
      <div className={styles.work} aria-hidden>
        <Stack p="var(--space-5) var(--gutter)">
          <Skeleton width="11rem" height="1.25rem" />
          <Skeleton width="16rem" />
          <Skeleton width="13rem" />
        </Stack>
        <div className={styles.noSheet} />
      </div>
      <div className={styles.panel} aria-hidden>
        <FormSkeleton />
      </div>
    </div>
  )
}
