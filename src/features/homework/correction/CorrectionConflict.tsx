import type { Homework } from '../../../contract/homework.ts'
import type { SubmissionEntry } from '../../../contract/submissions.ts'
import { useT } from '../../../i18n/useT.ts'
import { getFirstName } from '../../../lib/familyName.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { VersionCompare } from '../../../ui/feedback/VersionCompare.tsx'
import { sanitizeName } from '../../../ui/sanitizeName.ts'
import type { CorrectionSnapshot } from './correctionSnapshot.ts'
import { useFormatVersionPoints, useReturnedByText } from './ReturnedCorrection.tsx'

type CorrectionConflictProps = {
  homework: Homework
  entry: SubmissionEntry
  remote: CorrectionSnapshot
  /** `points`: as typed, or as a number; null without points. */
  local: { text: string; points: string | number | null }
}

/** What has changed since the teacher began: both corrections, or a note that the pupil's work has changed (rule 24). */
export function CorrectionConflict({ homework, entry, remote, local }: CorrectionConflictProps) {
  const t = useT('correction')
  const returnedBy = useReturnedByText('conflict', homework, remote)
  const formatPoints = useFormatVersionPoints()
  if (!remote.is_corrected) {
    return (
      <Notice tone="warn" role="alert">
        {t('conflict.handIn', { name: getFirstName(sanitizeName(entry.user.name)) })}
      </Notice>
    )
  }
  return (
    <VersionCompare
      reason={
        <>
          <b>{returnedBy}</b> {t('conflict.lead')}
        </>
      }
      fields={[
        { label: t('text'), remote: remote.teacher_correction, local: local.text },
        { label: t('points'), remote: formatPoints(remote.points), local: formatPoints(local.points) },
      ]}
    />
  )
}
