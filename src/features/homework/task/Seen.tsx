import { IconCheck } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { write } from '../../../api/query.ts'
import { type Submission, submissions } from '../../../contract/submissions.ts'
import { errorSentence } from '../../../i18n/errorSentence.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { Button } from '../../../ui/Button.tsx'
import { isFocusLost } from '../../../ui/isFocusLost.ts'
import { Notice } from '../../../ui/Notice.tsx'
import { useNow, useSchoolTime } from '../../../ui/SchoolTime.tsx'
import styles from './OwnWork.module.css'
import { momentOf } from './taskTimes.ts'

/** Says once that the homework was seen. Saying it again changes nothing, so a lost answer needs no more than that. */
export function Seen({ submission }: { submission: Submission }) {
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
      >
        <IconCheck aria-hidden />
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
