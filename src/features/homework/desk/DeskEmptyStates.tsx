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
import type { Pupil } from './pupilGroups.ts'
import { pupilNavigation } from './usePupils.ts'

type DeskUnavailableProps = {
  homework: Homework
  /** `notTaken`: the homework has no submissions. `notYours`: the user has no access to them. */
  reason: 'notTaken' | 'notYours'
}

export function DeskUnavailable({ homework, reason }: DeskUnavailableProps) {
  const t = useT('desk')
  const { course_id, id, can_edit } = homework
  return (
    <EmptyState
      icon={reason === 'notTaken' ? <IconNotebook aria-hidden /> : <IconLock aria-hidden />}
      title={t(`closed.${reason}`)}
      actions={
        <>
          <Button component={Link} to={paths.task(course_id, id)}>
            {t('closed.task')}
          </Button>
          {reason === 'notTaken' && can_edit && (
            <Button component={Link} variant="subtle" to={paths.changeHomework(course_id, id)}>
              {t('closed.change')}
            </Button>
          )}
        </>
      }
    >
      {t(`closed.${reason}Lead`)}
    </EmptyState>
  )
}

type NoPupilProps = {
  homework: Homework
  /** Whether the address has a pupil who is not in the list. */
  isUnknown: boolean
  toCorrect: readonly Pupil[]
  corrected: number
  getPath: (pupilId: number) => string
  /** Opens the list on windows without a column for it. */
  onOpenList: () => void
}

const icons = { unknown: IconUserQuestion, left: IconInbox, all: IconChecks, nothing: IconInbox }

/** The desk without a pupil: remaining work and the next step. */
export function NoPupil({ homework, isUnknown, toCorrect, corrected, getPath, onOpenList }: NoPupilProps) {
  const t = useT('desk')
  const { course_id, id } = homework
  const first = toCorrect[0]
  const getState = () => {
    if (isUnknown) return 'unknown'
    if (first) return 'left'
    return corrected > 0 ? 'all' : 'nothing'
  }
  const state = getState()
  const Icon = icons[state]
  return (
    <div className={styles.message} role="status">
      <EmptyState
        icon={<Icon aria-hidden />}
        title={t(`none.${state}Title`, { count: toCorrect.length })}
        actions={
          <>
            {first && (
              <Button component={Link} variant="filled" to={getPath(first.id)} {...pupilNavigation}>
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
            <Button
              variant="subtle"
              className={styles.openListButton}
              aria-haspopup="dialog"
              onClick={onOpenList}
            >
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

const nameWidths = ['62%', '48%', '55%', '70%', '44%', '58%', '66%', '50%', '60%']

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
        {nameWidths.map(width => (
          <Skeleton key={width} width={width} maw="75%" ml="2.125rem" mb="1.25rem" />
        ))}
      </div>
      <div className={styles.work} aria-hidden>
        <Stack p="var(--space-5) var(--gutter)">
          <Skeleton width="11rem" height="1.25rem" />
          <Skeleton width="16rem" />
          <Skeleton width="13rem" />
        </Stack>
        <div className={styles.viewerSkeleton} />
      </div>
      <div className={styles.panel} aria-hidden>
        <FormSkeleton />
      </div>
    </div>
  )
}

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

export function FormSkeleton({ isAnnounced = false }: { isAnnounced?: boolean }) {
  const t = useT('correction')
  return (
    <div className={correction.form}>
      {isAnnounced && <VisuallyHidden role="status">{t('loading')}</VisuallyHidden>}
      <Skeleton width="5rem" />
      <Skeleton width="100%" height="9.875rem" />
      <Skeleton width="4rem" />
      <Skeleton width="10rem" height="var(--control)" />
      <Skeleton width="7rem" />
      <Skeleton width="100%" height="3.375rem" />
    </div>
  )
}
