import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { query } from '../../../api/cache/query.ts'
import { courses } from '../../../contract/courses.ts'
import type { Homework } from '../../../contract/homework.ts'
import type { Submission } from '../../../contract/submissions.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { useNow, useSchoolTime } from '../../../ui/SchoolTime.tsx'
import { Formatted } from '../../../ui/viewer/Formatted.tsx'
import { FileTiles } from './FileTiles.tsx'
import styles from './OwnWork.module.css'
import { momentOf } from './taskTimes.ts'

type CorrectionReceivedProps = { task: Homework; submission: Submission; onShowFile: (id: number) => void }

/** The correction as its pupil reads it: points, words, files, and who returned it when. */
export function CorrectionReceived({ task, submission, onShowFile }: CorrectionReceivedProps) {
  const t = useT('task')
  const format = useFormat()
  const now = useNow()
  const { timeZone } = useSchoolTime()
  const corrector = useCorrector(task.course_id, submission.corrected_by_user_id)
  const { points, teacher_correction: text, teacher_correction_formatted: html } = submission
  const when = momentOf(submission.corrected_at, { format, timeZone, now })
  return (
    <section className={styles.section} aria-labelledby="own-correction">
      <h2 id="own-correction" className={styles.heading}>
        {t('correction.title')}
      </h2>
      {points !== null && (
        <p className={styles.points}>
          {typeof task.points === 'number'
            ? t.rich('correction.points', {
                b: strong,
                points: format.number(points),
                maximum: format.number(task.points),
              })
            : t.rich('correction.pointsOnly', { b: strong, value: points, points: format.number(points) })}
        </p>
      )}
      {text?.trim() ? (
        <div className={styles.text}>
          <Formatted html={html} text={text} />
        </div>
      ) : (
        <p className={styles.soft}>{t('correction.noText')}</p>
      )}
      {submission.correction_files.length > 0 && (
        <FileTiles label={t('correction.files')} files={submission.correction_files} onShow={onShowFile} />
      )}
      <p className={styles.quiet}>
        {corrector ? t('correction.by', { name: corrector, when }) : t('correction.at', { when })}
      </p>
    </section>
  )
}

const strong = (shown: ReactNode) => <b>{shown}</b>

/** The name of who corrected, where the service tells who is in the class. */
function useCorrector(courseId: number, userId: number | null): string | undefined {
  const members = useQuery({ ...query(courses.members, { course_id: courseId }), enabled: userId !== null })
  return members.data?.rows.find(({ id }) => id === userId)?.name
}
