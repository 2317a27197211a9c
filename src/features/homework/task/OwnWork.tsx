import { IconChecklist } from '@tabler/icons-react'
import { Suspense } from 'react'
import { Link } from 'react-router'
import { paths } from '../../../app/paths.ts'
import { canCorrect, type Homework } from '../../../contract/homework.ts'
import { errorSentence } from '../../../i18n/errorSentence.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { buttonClass } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import { CorrectionReceived } from './CorrectionReceived.tsx'
import { HandedIn } from './HandedIn.tsx'
import { HandIn } from './HandIn.tsx'
import styles from './OwnWork.module.css'
import { Seen } from './Seen.tsx'
import { OwnSkeleton } from './TaskSkeleton.tsx'
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
        <Link className={buttonClass()} to={paths.desk(task.course_id, task.id)}>
          <IconChecklist aria-hidden />
          {t('teacher.desk')}
        </Link>
      )}
    </section>
  )
}
