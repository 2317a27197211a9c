import type { ReactNode } from 'react'
import type { Homework } from '../../../contract/homework.ts'
import type { SubmissionEntry } from '../../../contract/submissions.ts'
import { useEntries } from '../../../delivery/DeliveryContext.ts'
import { isUnfinished } from '../../../delivery/entries/Entry.ts'
import { useT } from '../../../i18n/useT.ts'
import { DraftVersions } from '../../../ui/feedback/DraftVersions.tsx'
import { sanitizeName } from '../../../ui/sanitizeName.ts'
import { correctionLane } from '../progress/returnStates.ts'
import { composeFeedback } from '../scheme/markedDraft.ts'
import { useScheme } from '../scheme/useScheme.ts'
import styles from './Correction.module.css'
import { type AfterReturn, CorrectionForm } from './CorrectionForm.tsx'
import { useCorrectionDraft } from './correctionDraft.ts'
import { isOnItsWay } from './correctionEntry.ts'
import { PendingCorrection } from './PendingCorrection.tsx'
import { ReturnedCorrection } from './ReturnedCorrection.tsx'
import { useMarkingContext } from './useMarkingContext.ts'
import { useReturnCorrection } from './useReturnCorrection.ts'

type PupilCorrectionProps = {
  homework: Homework
  entry: SubmissionEntry
  /** Called as soon as the correction is queued. */
  onReturned: (afterReturn: AfterReturn) => void
  /** Undo of the last return. */
  undo: ReactNode
}

/** The correction of one pupil: form, queued or returned. */
export function PupilCorrection({ homework, entry, onReturned, undo }: PupilCorrectionProps) {
  const { user, submission } = entry
  const t = useT('correction')
  const lane = correctionLane(homework.id, user.id)
  const pending = useEntries(lane).filter(each => each.lane === lane && isOnItsWay(each, submission))
  const scheme = useScheme(homework)
  const context = useMarkingContext(homework, scheme.lines)
  const correction = useCorrectionDraft(submission, context)
  const { draft, hasContent, state, discard, isRevising, endRevision } = correction
  const returning = useReturnCorrection(homework, entry, correction, context, afterReturn => {
    endRevision()
    onReturned(afterReturn)
  })
  if (pending.length > 0) {
    return (
      <div className={styles.form}>
        <PendingCorrection homework={homework} entry={entry} />
        {/* Another tab has sent it. Without this text, the form would appear again, empty. */}
        {!pending.some(isUnfinished) && <p role="status">{t('returning')}</p>}
      </div>
    )
  }
  return (
    <DraftVersions
      draft={draft}
      state={state}
      getLines={({ text, points, files, marked, scheme }) => [
        composeFeedback({ text, points, scheme }, context),
        points && t('version.points', { points }),
        ...[...files, ...marked].map(({ name }) => sanitizeName(name)),
      ]}
      className={styles.otherTexts}
    >
      {submission.is_corrected && !isRevising && !hasContent ? (
        <>
          <ReturnedCorrection homework={homework} entry={entry} onRevise={correction.startRevision} />
          {undo}
        </>
      ) : (
        <CorrectionForm
          homework={homework}
          entry={entry}
          correction={correction}
          scheme={scheme}
          context={context}
          {...returning}
          undo={undo}
          onCancelRevision={submission.is_corrected ? discard : undefined}
        />
      )}
    </DraftVersions>
  )
}
