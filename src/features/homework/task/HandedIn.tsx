import type { Homework } from '../../../contract/homework.ts'
import type { Submission } from '../../../contract/submissions.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { useNow, useSchoolTime } from '../../../ui/SchoolTime.tsx'
import { Formatted } from '../../../ui/viewer/Formatted.tsx'
import { FileTiles } from './FileTiles.tsx'
import styles from './OwnWork.module.css'
import { afterDue, momentOf } from './taskTimes.ts'

type HandedInProps = { task: Homework; submission: Submission; onShowFile: (id: number) => void }

/** What the pupil handed in, as the service has it. */
export function HandedIn({ task, submission, onShowFile }: HandedInProps) {
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
