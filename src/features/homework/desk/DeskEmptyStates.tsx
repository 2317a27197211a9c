import { Button, Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import { IconChecks, IconInbox, IconLock, IconNotebook, IconUserQuestion } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { Homework } from '../../../contract/homework.ts'
import { useT } from '../../../i18n/useT.ts'
import { paths } from '../../../paths.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { sanitizeName } from '../../../ui/sanitizeName.ts'
import correction from '../correction/Correction.module.css'
import styles from './Desk.module.css'
import { type Pupil, pupilNavigation } from './pupilGroups.ts'

/**
 * Explains why there is nothing to correct (`notTaken`: no submissions, `notYours`: no access) and where to go instead.
 */
export function Closed({ homework, why }: { homework: Homework; why: 'notTaken' | 'notYours' }) {
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

type NoPupilProps = {
  homework: Homework
  /** Whether the address names a pupil who is not in the list. */
  unknown: boolean
  waiting: readonly Pupil[]
  corrected: number
  to: (userId: number) => string
  /** Opens the list on windows without a column for it. */
  choose: () => void
}

const icons = { unknown: IconUserQuestion, left: IconInbox, all: IconChecks, nothing: IconInbox }

/** The desk without a pupil: progress, remaining work and the next step. */
export function NoPupil({ homework, unknown, waiting, corrected, to, choose }: NoPupilProps) {
  const t = useT('desk')
  const { course_id, id } = homework
  const first = waiting[0]
  const done = corrected > 0 ? 'all' : 'nothing'
  const known = first ? 'left' : done
  const state = unknown ? 'unknown' : known
  const Icon = icons[state]
  return (
    <div className={styles.place} role="status">
      <EmptyState
        icon={<Icon aria-hidden />}
        title={t(`none.${state}Title`, { count: waiting.length })}
        actions={
          <>
            {first && (
              <Button component={Link} variant="filled" to={to(first.id)} {...pupilNavigation}>
                {t('none.goOn', { name: sanitizeName(first.name) })}
              </Button>
            )}
            {state === 'all' && (
              <Button component={Link} to={paths.overview(course_id, id)}>
                {t('none.overview')}
              </Button>
            )}
            {state !== 'left' && (
              <Button component={Link} variant="subtle" to={paths.homework(course_id)}>
                {t('none.homework')}
              </Button>
            )}
            <Button variant="subtle" className={styles.chooser} aria-haspopup="dialog" onClick={choose}>
              {t('none.pupils')}
            </Button>
          </>
        }
      >
        {t(`none.${state}Lead`)}
      </EmptyState>
    </div>
  )
}

const names = ['62%', '48%', '55%', '70%', '44%', '58%', '66%', '50%', '60%']

/** Placeholder for the desk, with three columns in their final sizes. */
export function DeskSkeleton() {
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

/** Placeholder for the task while its code loads. */
export function TaskSkeleton() {
  const t = useT('desk')
  return (
    <Stack p="var(--space-5) var(--gutter)">
      <VisuallyHidden role="status">{t('loading')}</VisuallyHidden>
      <Skeleton width="60%" height="1.25rem" />
      <Skeleton width="14rem" />
      <Skeleton width="90%" />
      <Skeleton width="75%" />
    </Stack>
  )
}

/** Placeholder for the correction until its draft is loaded. `loading`: announces that it is loading. */
export function FormSkeleton({ loading = false }: { loading?: boolean }) {
  const t = useT('correction')
  return (
    <div className={correction.form}>
      {loading && <VisuallyHidden role="status">{t('loading')}</VisuallyHidden>}
      <Skeleton width="5rem" />
      <Skeleton width="100%" height="9.875rem" />
      <Skeleton width="4rem" />
      <Skeleton width="10rem" height="var(--control)" />
      <Skeleton width="7rem" />
      <Skeleton width="100%" height="3.375rem" />
    </div>
  )
}
