import { type ReactNode, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { Homework } from '../../../contract/homework.ts'
import type { SubmissionEntry } from '../../../contract/submissions.ts'
import { useT } from '../../../i18n/useT.ts'
import { memoizePerOwner } from '../../../lib/memoizePerOwner.ts'
import type { Outbox } from '../../../outbox/Outbox.ts'
import { useOutbox, useWrites } from '../../../outbox/OutboxContext.ts'
import type { Write } from '../../../outbox/queue/Writes.ts'
import { useCurrentUser } from '../../../session/currentUser.ts'
import { SingleTabForm } from '../../../ui/feedback/SingleTabForm.tsx'
import { sanitizeName } from '../../../ui/sanitizeName.ts'
import { correctionLane, correctionLanePrefix } from '../progress/returnStates.ts'
import { composeFeedback } from '../scheme/markedDraft.ts'
import { useScheme } from '../scheme/useScheme.ts'
import styles from './Correction.module.css'
import { type AfterReturn, CorrectionForm } from './CorrectionForm.tsx'
import { isReturned, isSameCorrection, toCorrectionSnapshot, useCorrectionDraft } from './correctionDraft.ts'
import { correctionFileWrite, hasOnlyFiles, isPending, isReturnUnread } from './correctionWrite.ts'
import { PendingCorrection } from './PendingCorrection.tsx'
import { CorrectionConflict, ReturnedCorrection } from './ReturnedCorrection.tsx'
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

/** The correction of one pupil: form, queued, returned or in conflict. */
export function PupilCorrection({ homework, entry, onReturned, undo }: PupilCorrectionProps) {
  const { user, submission } = entry
  const t = useT('correction')
  const me = useCurrentUser()
  const lane = correctionLane(homework.id, user.id)
  const remote = toCorrectionSnapshot(submission)
  // A completed correction stays until the submission is read. Until then, the form would appear again, empty.
  const pendingWrites = useWrites(lane).filter(
    write => write.lane === lane && (isPending(write) || isReturnUnread(write, remote)),
  )
  const omittedFiles = useOmittedFiles(homework.id)
  const [isTyping, setIsTyping] = useState(false)
  const scheme = useScheme(homework)
  const context = useMarkingContext(homework, scheme.lines)
  const correction = useCorrectionDraft(submission, context)
  const { draft, value, hasContent, state, change, discard, isRevising, endRevision } = correction
  const returning = useReturnCorrection(entry, correction, context, afterReturn => {
    endRevision()
    onReturned(afterReturn)
  })

  // The page closed before the draft of a queued correction was deleted, or the same text was returned elsewhere.
  const isObsolete =
    hasContent &&
    pendingWrites.length === 0 &&
    !isRevising &&
    isReturned(state.value ?? value, remote, me.id, submission.correction_files)
  useEffect(() => {
    if (isObsolete) discard()
  }, [isObsolete, discard])

  if (pendingWrites.length > 0) {
    return (
      <>
        <PendingCorrection homework={homework} entry={entry} writes={pendingWrites} />
        {undo}
      </>
    )
  }
  const hasDraft = hasContent && !isObsolete
  const renderContent = () => {
    const isCorrectedElsewhere =
      hasDraft && !value.aside && remote.is_corrected && !isSameCorrection(value.opened, remote)
    // Do not replace the form while the user types in it.
    if (isCorrectedElsewhere && !isTyping) {
      return (
        <>
          <CorrectionConflict
            homework={homework}
            entry={entry}
            remote={remote}
            local={{
              ...value,
              text: composeFeedback(value, context),
              files: [...value.files, ...value.marked],
            }}
            onKeepRemote={() => change({ aside: true, opened: remote })}
            onReturnLocal={() => returning.returnCorrection('stay', { opened: remote })}
            onEdit={() => change({ opened: remote })}
          />
          {undo}
        </>
      )
    }
    if (submission.is_corrected && !isRevising && (!hasDraft || value.aside)) {
      return (
        <>
          <ReturnedCorrection
            homework={homework}
            entry={entry}
            omittedFiles={omittedFiles.get(lane) ?? 0}
            draftSetAside={hasDraft ? { ...value, text: composeFeedback(value, context) } : undefined}
            onRevise={correction.startRevision}
            onRestore={() => change({ aside: false, opened: remote })}
            onDiscard={discard}
          />
          {undo}
        </>
      )
    }
    return (
      <CorrectionForm
        homework={homework}
        entry={entry}
        correction={correction}
        scheme={scheme}
        context={context}
        {...returning}
        acceptsFiles={omittedFiles.size === 0}
        undo={undo}
        onTypingChange={setIsTyping}
        onCancelRevision={submission.is_corrected ? discard : undefined}
      />
    )
  }
  return (
    <>
      <SingleTabForm
        draft={draft}
        state={state}
        getLines={({ text, points, files, marked, scheme }) => [
          composeFeedback({ text, points, scheme }, context),
          points && t('version.points', { points }),
          ...[...files, ...marked].map(({ name }) => sanitizeName(name)),
        ]}
        className={styles.otherTexts}
      >
        {renderContent()}
      </SingleTabForm>
      {/* SingleTabForm does not render the form while another tab edits this draft. */}
      {state.isReadOnly && undo}
    </>
  )
}

/** Number of files that were not sent because the service supports no uploads, by lane. */
type OmittedFiles = ReadonlyMap<string, number>

const getOmittedFilesStore = memoizePerOwner((_: Outbox) => createStore<OmittedFiles>(() => new Map()))

/**
 * Removes uploads from the outbox that failed because the service supports none, so that the corrections are sent
 * without files, unless they have nothing else. Returns the number of these files. The map is empty as long as no upload has failed for this reason.
 */
function useOmittedFiles(todoId: number): OmittedFiles {
  const outbox = useOutbox()
  const store = getOmittedFilesStore(outbox)
  const writes = useWrites(correctionLanePrefix(todoId))
  useEffect(() => {
    const unsupportedUploads = writes.filter(
      ({ kind, state, error }) =>
        kind === correctionFileWrite.name && state === 'failed' && error?.kind === 'unsupported',
    )
    const canOmit = ({ lane }: Write) => !hasOnlyFiles(writes.filter(write => write.lane === lane))
    const countFile = (lane: string) =>
      store.setState(counts => new Map(counts).set(lane, (counts.get(lane) ?? 0) + 1), true)
    for (const { id, lane } of unsupportedUploads.filter(canOmit)) {
      outbox.writes.cancel(id).then(
        isCancelled => isCancelled && countFile(lane),
        // The next change of the writes tries again.
        () => undefined,
      )
    }
  }, [outbox, store, writes])
  return useStore(store)
}
