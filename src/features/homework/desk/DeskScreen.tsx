import { Button, Skeleton, VisuallyHidden } from '@mantine/core'
import { IconLock, IconNotebook, IconUsers } from '@tabler/icons-react'
import { Suspense } from 'react'
import { Link, useParams } from 'react-router'
import type { Homework } from '../../../contract/homework.ts'
import { errorSentence } from '../../../i18n/errorSentence.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { paths } from '../../../paths.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { LoadFailed } from '../../../ui/feedback/LoadFailed.tsx'
import { ScreenHeader, type ScreenHeading } from '../../../ui/layout/ScreenHeader.tsx'
import styles from './Desk.module.css'
import skeleton from './DeskScreen.module.css'
import { OpenDesk } from './OpenDesk.tsx'
import { useDesk } from './useDesk.ts'

/**
 * /classes/:courseId/homework/:homeworkId/submissions/:userId?show=drafts, without a pupil at the first to correct, and
 * /overview. Another homework starts anew, another pupil does not.
 */
export function DeskScreen() {
  const params = useParams()
  const courseId = Number(params.courseId)
  const homeworkId = Number(params.homeworkId)
  return (
    <Suspense fallback={<DeskSkeleton />}>
      <Desk key={homeworkId} courseId={courseId} homeworkId={homeworkId} />
    </Suspense>
  )
}

/** The desk of one homework, or why there is none: loading, failed, nobody there, not to be corrected. */
export function Desk({ courseId, homeworkId }: { courseId: number; homeworkId: number }) {
  const t = useT('desk')
  const tErrors = useT('errors')
  const format = useFormat()
  const data = useDesk(courseId, homeworkId)
  const heading = useDeskHeading(courseId, data.homework)
  switch (data.kind) {
    case 'loading':
      return (
        <>
          <ScreenHeader {...heading} />
          <DeskSkeleton />
        </>
      )
    case 'failed':
      return (
        <div className={styles.place}>
          <ScreenHeader {...heading} />
          <LoadFailed
            title={t('failed')}
            reason={errorSentence(data.error, tErrors, format.time)}
            retry={{ label: tErrors('tryAgain'), run: data.retry }}
          />
        </div>
      )
    case 'notTaken':
    case 'notYours':
      return (
        <div className={styles.place}>
          <ScreenHeader {...heading} />
          <ClosedDesk homework={data.homework} why={data.kind} />
        </div>
      )
    case 'open':
      if (data.entries.length > 0) return <OpenDesk data={data} heading={heading} />
      return (
        <div className={styles.place}>
          <ScreenHeader {...heading} />
          <EmptyState
            icon={<IconUsers aria-hidden />}
            title={t('empty.title')}
            actions={<Button onClick={data.retry}>{t('empty.action')}</Button>}
          >
            {data.unreadable > 0 ? tErrors('unreadable', { count: data.unreadable }) : t('empty.lead')}
          </EmptyState>
        </div>
      )
  }
}

/** What the bar says of every state of the desk: the homework, below the list it belongs to. */
export function useDeskHeading(courseId: number, homework: Homework | undefined): ScreenHeading {
  const t = useT('desk')
  return {
    title: homework?.text ?? t('title'),
    parent: { label: t('parent'), to: paths.homework(courseId) },
  }
}

/** Homework with nothing for this person to correct, and where to go instead. */
export function ClosedDesk({ homework, why }: { homework: Homework; why: 'notTaken' | 'notYours' }) {
  const t = useT('desk')
  const { course_id, id, can_edit } = homework
  return (
    <EmptyState
      icon={why === 'notTaken' ? <IconNotebook aria-hidden /> : <IconLock aria-hidden />}
      title={t(`closed.${why}`)}
      actions={
        <>
          <Button component={Link} to={paths.task(course_id, id)}>
            {t('closed.task')}
          </Button>
          {why === 'notTaken' && can_edit && (
            <Button component={Link} variant="subtle" to={paths.changeHomework(course_id, id)}>
              {t('closed.change')}
            </Button>
          )}
        </>
      }
    >
      {t(`closed.${why}Lead`)}
    </EmptyState>
  )
}

const names = ['62%', '48%', '55%', '70%', '44%', '58%', '66%', '50%', '60%']

/** The desk before its data: the three columns in the size they will have. */
export function DeskSkeleton() {
  const t = useT('desk')
  return (
    <div className={styles.desk}>
      <VisuallyHidden role="status">{t('loading')}</VisuallyHidden>
      <div className={styles.list} aria-hidden>
        <div className={skeleton.progress}>
          <Skeleton width="9rem" height="1rem" />
          <Skeleton width="100%" height="4px" />
          <Skeleton width="100%" height="var(--control)" />
        </div>
        {names.map(width => (
          <div key={width} className={skeleton.row}>
            <Skeleton width={width} />
          </div>
        ))}
      </div>
      <div className={styles.work} aria-hidden>
        <div className={skeleton.head}>
          <Skeleton width="11rem" height="1.25rem" />
          <Skeleton width="16rem" />
          <Skeleton width="13rem" />
        </div>
        <div className={skeleton.sheet} />
      </div>
      <div className={styles.panel} aria-hidden>
        <div className={skeleton.form}>
          <Skeleton width="5rem" />
          <Skeleton width="100%" height="9.875rem" />
          <Skeleton width="4rem" />
          <Skeleton width="10rem" height="var(--control)" />
          <Skeleton width="7rem" />
          <Skeleton width="100%" height="3.375rem" />
        </div>
      </div>
    </div>
  )
}
