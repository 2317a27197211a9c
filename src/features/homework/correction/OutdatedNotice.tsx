import { Button, Group } from '@mantine/core'
import type { Homework } from '../../../contract/homework.ts'
import type { SubmissionEntry } from '../../../contract/submissions.ts'
import { useT } from '../../../i18n/useT.ts'
import { composeFeedback, type MarkingContext } from '../scheme/markedDraft.ts'
import { CorrectionConflict } from './CorrectionConflict.tsx'
import type { OpenCorrection } from './correctionDraft.ts'
import { isUnchanged, toCorrectionSnapshot } from './correctionSnapshot.ts'

type OutdatedNoticeProps = {
  homework: Homework
  entry: SubmissionEntry
  correction: OpenCorrection
  context: MarkingContext
}

/** Above the form: the submission was changed, or returned by another teacher, after the draft was begun (rule 24). */
export function OutdatedNotice({ homework, entry, correction, context }: OutdatedNoticeProps) {
  const t = useT('correction')
  const { value, change, discard } = correction
  const remote = toCorrectionSnapshot(entry.submission)
  if (isUnchanged(value.opened, remote)) return null
  return (
    <div>
      <CorrectionConflict
        homework={homework}
        entry={entry}
        remote={remote}
        local={{ text: composeFeedback(value, context), points: value.points }}
      />
      <Group gap="sm" mt="xs">
        <Button size="sm" onClick={() => change({ opened: remote })}>
          {t('changed.seen')}
        </Button>
        {remote.is_corrected && (
          <Button size="sm" variant="subtle" onClick={discard}>
            {t('changed.discard')}
          </Button>
        )}
      </Group>
    </div>
  )
}
