import { Button } from '@mantine/core'
import type { Homework } from '../../../contract/homework.ts'
import type { SubmissionEntry } from '../../../contract/submissions.ts'
import { useT } from '../../../i18n/useT.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import panel from './CorrectionPanel.module.css'
import styles from './CorrectionText.module.css'
import type { CorrectionSeen } from './correctionWrite.ts'
import { firstName, useMoment, useTeacherName } from './Returned.tsx'
import { CorrectionText } from './TextRow.tsx'

type TwoVersionsProps = {
  homework: Homework
  entry: SubmissionEntry
  theirs: CorrectionSeen
  mine: { text: string; points: string | number | null; files: readonly unknown[] }
  onKeepTheirs: () => void
  onReturnMine: () => void
  onEdit: () => void
}

/** Somebody was there in the meantime: both versions, and what can become of them (cases 24). */
export function TwoVersions({ homework, entry, theirs, mine, ...on }: TwoVersionsProps) {
  const t = useT('correction')
  const moment = useMoment()
  const teacher = useTeacherName(homework.course_id, theirs.corrected_by_user_id)
  const when = moment(theirs.corrected_at)
  const said = !theirs.is_corrected
    ? t('conflict.handIn', { name: firstName(entry.user.name) })
    : teacher === 'you'
      ? t('conflict.byYou', { when })
      : teacher
        ? t('conflict.by', { name: teacher.name, when })
        : t('conflict.byUnknown', { when })
  return (
    <div className={panel.form}>
      <h2 className={styles.title}>{t('conflict.title')}</h2>
      <Notice tone="warn" role="alert">
        <b>{said}</b> {t(theirs.is_corrected ? 'conflict.lead' : 'conflict.handInLead')}
      </Notice>
      <div className={styles.versions}>
        {theirs.is_corrected && (
          <CorrectionText
            label={t('conflict.theirs')}
            text={theirs.teacher_correction}
            points={theirs.points}
          />
        )}
        <CorrectionText
          label={t('conflict.mine')}
          text={mine.text}
          points={mine.points}
          files={mine.files.length}
        />
      </div>
      <div className={styles.actions}>
        {theirs.is_corrected && (
          <Button onClick={on.onKeepTheirs}>
            {t(teacher === 'you' ? 'conflict.keepThat' : 'conflict.keepTheirs')}
          </Button>
        )}
        <Button onClick={on.onReturnMine}>
          {t(theirs.is_corrected ? 'conflict.returnMine' : 'conflict.returnAnyway')}
        </Button>
        <Button onClick={on.onEdit}>{t('conflict.edit')}</Button>
      </div>
      {theirs.is_corrected && <p className={styles.soft}>{t('conflict.aside')}</p>}
    </div>
  )
}
