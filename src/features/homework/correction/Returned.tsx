import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../../api/cache/query.ts'
import { courses } from '../../../contract/courses.ts'
import type { Homework } from '../../../contract/homework.ts'
import type { SubmissionEntry } from '../../../contract/submissions.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { instantOf } from '../../../lib/schoolTime.ts'
import { FileName } from '../../../ui/FileName.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { harmlessName } from '../../../ui/harmlessName.ts'
import { usePerson } from '../../../ui/Person.tsx'
import { useNow, useSchoolTime } from '../../../ui/SchoolTime.tsx'
import fields from './CorrectionFields.module.css'
import panel from './CorrectionPanel.module.css'
import styles from './CorrectionText.module.css'
import type { CorrectionDraft } from './correctionDraft.ts'
import { CorrectionText } from './TextRow.tsx'

type ReturnedProps = {
  homework: Homework
  entry: SubmissionEntry
  /** Files this service did not take. */
  leftOut: number
  /** Another version of this person's, kept when somebody else's was there first. */
  aside: CorrectionDraft | undefined
  onAgain: () => void
  onTakeUp: () => void
  onThrowAway: () => void
}

/** A correction that was returned: what, by whom and when. */
export function Returned({ homework, entry: { submission }, leftOut, aside, ...on }: ReturnedProps) {
  const t = useT('correction')
  const format = useFormat()
  const moment = useMoment()
  const teacher = useTeacherName(homework.course_id, submission.corrected_by_user_id)
  const when = moment(submission.corrected_at)
  const said =
    teacher === 'you'
      ? t('returned.byYou', { when })
      : teacher
        ? t('returned.by', { name: teacher.name, when })
        : t('returned.byUnknown', { when })
  return (
    <div className={panel.form}>
      <p className={fields.status} data-tone="ok">
        <IconCheck aria-hidden />
        {said}
      </p>
      <CorrectionText
        label={t('text')}
        text={submission.teacher_correction ?? ''}
        points={submission.points}
      />
      {submission.correction_files.length > 0 && (
        <section className={styles.facts}>
          <h3 className={styles.label}>{t('returned.files')}</h3>
          <ul className={fields.files}>
            {submission.correction_files.map(({ id, name, size }) => (
              <li key={id}>
                <FileName name={name} />
                <span className={fields.size}>{format.fileSize(size)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {leftOut > 0 && <Notice tone="warn">{t('files.notSent', { count: leftOut })}</Notice>}
      {aside ? (
        <>
          <CorrectionText
            label={t('returned.asideTitle')}
            text={aside.text}
            points={aside.points}
            files={aside.files.length}
          />
          <div className={styles.actions}>
            <Button size="sm" onClick={on.onTakeUp}>
              {t('returned.asideTake')}
            </Button>
            <Button size="sm" variant="subtle" onClick={on.onThrowAway}>
              {t('returned.asideDrop')}
            </Button>
          </div>
        </>
      ) : (
        <div className={styles.actions}>
          <Button onClick={on.onAgain}>{t('returned.again')}</Button>
        </div>
      )}
    </div>
  )
}

/** Who corrected: `you`, a name, or nobody this app can name. The class is asked only for a name it needs. */
export function useTeacherName(
  courseId: number,
  userId: number | null,
): 'you' | { name: string } | undefined {
  const me = usePerson()
  const { data } = useQuery({
    ...query(courses.members, { course_id: courseId }),
    enabled: userId !== null && userId !== me.id,
  })
  if (userId === me.id) return 'you'
  const member = data?.rows.find(({ id }) => id === userId)
  return member && { name: harmlessName(member.name) }
}

/** Writes a time of the service as `Mon 16:20`, '' for none. */
export function useMoment(): (time: string | null) => string {
  const format = useFormat()
  const { timeZone } = useSchoolTime()
  const now = useNow()
  return time => {
    const instant = time === null ? undefined : instantOf(time, timeZone)
    return instant === undefined ? '' : format.moment(instant, now)
  }
}

/** What a teacher calls a pupil in a sentence: the first word of the name, or of what follows a comma in it. */
export function firstName(name: string): string {
  const [family = '', given = ''] = harmlessName(name).split(',')
  return (given.trim() || family.trim()).split(/\s+/)[0] ?? ''
}
