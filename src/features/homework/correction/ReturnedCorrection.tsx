import { Button, Group, Text } from '@mantine/core'
import { useLocale } from 'use-intl'
import type { Homework } from '../../../contract/homework.ts'
import type { SubmissionEntry } from '../../../contract/submissions.ts'
import { useT } from '../../../i18n/useT.ts'
import { formatPoints, parsePoints } from '../../../lib/points.ts'
import { useCurrentUser } from '../../../session/currentUser.ts'
import { LinkedText } from '../../../ui/links/LinkedText.tsx'
import { FileList } from '../FileList.tsx'
import { useFormatMoment } from '../times.ts'
import { useCorrectorName } from '../useCorrectorName.ts'
import styles from './Correction.module.css'
import { LabelledSection, Status } from './CorrectionFields.tsx'
import type { CorrectionSnapshot } from './correctionSnapshot.ts'

type ReturnedCorrectionProps = {
  homework: Homework
  entry: SubmissionEntry
  onRevise: () => void
}

export function ReturnedCorrection({ homework, entry: { submission }, onRevise }: ReturnedCorrectionProps) {
  const t = useT('correction')
  const returnedBy = useReturnedByText('returned', homework, submission)
  return (
    <div className={styles.form}>
      <Status tone="ok">{returnedBy}</Status>
      <CorrectionText
        label={t('text')}
        text={submission.teacher_correction ?? ''}
        points={submission.points}
      />
      {submission.correction_files.length > 0 && (
        <LabelledSection label={t('returned.files')}>
          <FileList files={submission.correction_files} />
        </LabelledSection>
      )}
      <Group gap="sm">
        <Button onClick={onRevise}>{t('returned.again')}</Button>
      </Group>
    </div>
  )
}

/** Returns a function that formats typed or returned points, and returns '' without points. */
export function useFormatVersionPoints(): (points: string | number | null) => string {
  const t = useT('correction')
  const language = useLocale()
  return points => {
    const parsed = typeof points === 'string' ? parsePoints(points) : points
    return parsed === null || parsed === undefined
      ? ''
      : t('version.points', { points: formatPoints(parsed, language) })
  }
}

type CorrectionTextProps = {
  label: string
  text: string
  /** As typed, or as a number; null without points. */
  points: string | number | null
}

export function CorrectionText({ label, text, points }: CorrectionTextProps) {
  const t = useT('correction')
  const formatVersionPoints = useFormatVersionPoints()
  return (
    <LabelledSection label={label}>
      <p className={styles.versionText} dir="auto" data-none={text.trim() === '' || undefined}>
        {text.trim() === '' ? t('version.noText') : <LinkedText text={text} />}
      </p>
      <Text size="sm" c="dimmed" pl="md">
        {formatVersionPoints(points) || t('version.noPoints')}
      </Text>
    </LabelledSection>
  )
}

/** Returns the sentence that says who returned the correction and when. */
export function useReturnedByText(
  message: 'returned' | 'conflict',
  { course_id }: Homework,
  {
    corrected_by_user_id: correctorId,
    corrected_at,
  }: Pick<CorrectionSnapshot, 'corrected_by_user_id' | 'corrected_at'>,
): string {
  const t = useT('correction')
  const me = useCurrentUser()
  const name = useCorrectorName(course_id, correctorId === me.id ? null : correctorId)
  const when = useFormatMoment()(corrected_at)
  if (correctorId === me.id) return t(`${message}.byYou`, { when })
  return name === undefined ? t(`${message}.byUnknown`, { when }) : t(`${message}.by`, { name, when })
}
