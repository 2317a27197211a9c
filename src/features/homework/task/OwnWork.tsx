import { Button, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconChecklist } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Suspense, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { write } from '../../../api/cache/query.ts'
import { canCorrect, type Homework } from '../../../contract/homework.ts'
import { type Submission, submissions } from '../../../contract/submissions.ts'
import { errorSentence } from '../../../i18n/errorSentence.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { paths } from '../../../paths.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { isFocusLost } from '../../../ui/focus/isFocusLost.ts'
import { useNow, useSchoolTime } from '../../../ui/SchoolTime.tsx'
import { Formatted } from '../../../ui/viewer/Formatted.tsx'
import { CorrectionReceived } from './CorrectionReceived.tsx'
import { FileTiles } from './FileTiles.tsx'
import { HandIn } from './HandIn.tsx'
import styles from './OwnWork.module.css'
import { OwnSkeleton } from './TaskSkeleton.tsx'
import { afterDue, momentOf } from './taskTimes.ts'
import type { OwnSubmission } from './useOwnSubmission.ts'

type OwnWorkProps = { task: Homework; own: OwnSubmission; onShowFile: (id: number) => void }

/** What the person has to do with the task: hand in and read the correction, or go and correct. */
export function OwnWork({ task, own, onShowFile }: OwnWorkProps) {
  const t = useT('task')
  const tErrors = useT('errors')
  const format = useFormat()
  switch (own.kind) {
    case 'none':
      return <ToTheDesk task={task} />
    case 'loading':
      return (
        <>
          <VisuallyHidden role="status">{t('own.loading')}</VisuallyHidden>
          <OwnSkeleton />
        </>
      )
    case 'unsupported':
      return (
        <section className={styles.section}>
          <Notice>{t('own.unsupported')}</Notice>
          {canCorrect(task) && <ToTheDesk task={task} />}
        </section>
      )
    case 'unread':
      return (
        <>
          <section className={styles.section}>
            <Notice>{t('own.unread')}</Notice>
          </section>
          <Suspense fallback={<OwnSkeleton />}>
            <HandIn key={task.id} task={task} submission={own.submission} />
          </Suspense>
        </>
      )
    case 'failed':
      return (
        <section className={styles.section}>
          <Notice tone="danger" role="alert" action={{ label: tErrors('tryAgain'), run: own.retry }}>
            {t('own.failed', { reason: errorSentence(own.error, tErrors, format.time) })}
          </Notice>
        </section>
      )
    case 'there': {
      const { submission } = own
      return (
        <>
          {submission.is_corrected && (
            <CorrectionReceived task={task} submission={submission} onShowFile={onShowFile} />
          )}
          <Seen submission={submission} />
          {submission.is_submitted && (
            <HandedIn task={task} submission={submission} onShowFile={onShowFile} />
          )}
          <Suspense fallback={<OwnSkeleton />}>
            <HandIn key={task.id} task={task} submission={submission} />
          </Suspense>
          {canCorrect(task) && <ToTheDesk task={task} />}
        </>
      )
    }
  }
}

function ToTheDesk({ task }: { task: Homework }) {
  const t = useT('task')
  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>{t('teacher.title')}</h2>
      <p className={styles.soft}>{t(task.is_submissionable ? 'teacher.lead' : 'teacher.nothing')}</p>
      {task.is_submissionable && (
        <Button
          component={Link}
          to={paths.desk(task.course_id, task.id)}
          leftSection={<IconChecklist aria-hidden />}
        >
          {t('teacher.desk')}
        </Button>
      )}
    </section>
  )
}

type HandedInProps = { task: Homework; submission: Submission; onShowFile: (id: number) => void }

/** What the pupil handed in, as the service has it. */
function HandedIn({ task, submission, onShowFile }: HandedInProps) {
  const t = useT('task')
  const format = useFormat()
  const now = useNow()
  const { timeZone } = useSchoolTime()
  const { comment, comment_formatted: html, submitted_at } = submission
  const when = momentOf(submitted_at, { format, timeZone, now })
  const late = submitted_at && afterDue(submitted_at, task.until_datetime, { t, timeZone })
  return (
    <section className={styles.section} aria-labelledby="own-work">
      <div>
        <h2 id="own-work" className={styles.heading}>
          {t('own.title')}
        </h2>
        <p className={styles.facts}>
          <span>{t('own.handedIn', { when })}</span>
          {late && <span>{late}</span>}
        </p>
      </div>
      {comment?.trim() && (
        <blockquote className={styles.quote} aria-label={t('own.comment')}>
          <Formatted html={html} text={comment} />
        </blockquote>
      )}
      {submission.files.length > 0 && (
        <FileTiles label={t('own.files')} files={submission.files} onShow={onShowFile} />
      )}
    </section>
  )
}

/** Says once that the homework was seen. Saying it again changes nothing, so a lost answer needs no more than that. */
function Seen({ submission }: { submission: Submission }) {
  const t = useT('task')
  const tErrors = useT('errors')
  const format = useFormat()
  const now = useNow()
  const { timeZone } = useSchoolTime()
  const tell = useMutation(write(submissions.acknowledge))
  const told = useRef<HTMLElement>(null)
  useEffect(() => {
    // The button that had the focus is gone.
    if (tell.isSuccess && isFocusLost()) told.current?.focus({ preventScroll: true })
  }, [tell.isSuccess])
  if (submission.is_acknowledged) {
    const when = momentOf(submission.acknowledged_at, { format, timeZone, now })
    return (
      <section ref={told} tabIndex={-1} className={styles.seen} role="status">
        <IconCheck aria-hidden />
        <p>
          {t('seen.at', { when })}
          {tell.isSuccess && <span>{t('seen.done')}</span>}
        </p>
      </section>
    )
  }
  // After a correction the service takes no word of it any more.
  if (submission.is_corrected) return null
  return (
    <section className={styles.section}>
      <p className={styles.soft}>{t('seen.lead')}</p>
      <Button
        aria-disabled={tell.isPending}
        onClick={() => !tell.isPending && tell.mutate({ todo_id: submission.todo_id })}
        leftSection={<IconCheck aria-hidden />}
      >
        {t(tell.isPending ? 'seen.sending' : 'seen.action')}
      </Button>
      {tell.error && (
        <Notice tone="danger" role="alert">
          {t('seen.failed', { reason: errorSentence(tell.error, tErrors, format.time) })}
        </Notice>
      )}
    </section>
  )
}
