import { useEffect, useState } from 'react'
import { useLocale } from 'use-intl'
import type { Homework } from '../../../contract/homework.ts'
import type { SubmissionEntry } from '../../../contract/submissions.ts'
import { formatPoints } from '../../../lib/points.ts'
import { correctionLane } from '../../../outbox/returned.ts'
import { useWrites } from '../../../outbox/useWrites.ts'
import { usePerson } from '../../../ui/Person.tsx'
import { CorrectionForm } from './CorrectionForm.tsx'
import { isReturned } from './correctionDraft.ts'
import { sameCorrection, seenOf } from './correctionSeen.ts'
import { OnTheWay } from './OnTheWay.tsx'
import { Returned } from './Returned.tsx'
import { isUnderWay } from './returnCorrections.ts'
import { TabVersions } from './TabVersions.tsx'
import { TwoVersions } from './TwoVersions.tsx'
import { useCorrectionDraft } from './useCorrectionDraft.ts'
import { useLeftOutFiles } from './useLeftOutFiles.ts'
import { type ReturnTo, useReturn } from './useReturn.ts'

export type PupilCorrectionProps = {
  homework: Homework
  entry: SubmissionEntry
  /** Called as soon as the correction is stored for sending. */
  onReturned: (to: ReturnTo) => void
}

/** Which of its states the correction of one pupil is in. */
export function PupilCorrection({ homework, entry, onReturned }: PupilCorrectionProps) {
  const { user, submission } = entry
  const me = usePerson()
  const language = useLocale()
  const lane = correctionLane(homework.id, user.id)
  const writes = useWrites(lane).filter(write => write.lane === lane && isUnderWay(write))
  const leftOut = useLeftOutFiles(homework.id)
  /** Which time the correction there is is being corrected; 0 for not at all. */
  const [again, setAgain] = useState(0)
  const [rounds, setRounds] = useState(0)
  const [typing, setTyping] = useState(false)
  const begin = again
    ? {
        text: submission.teacher_correction ?? '',
        points: submission.points === null ? '' : formatPoints(submission.points, language),
      }
    : { text: '', points: '' }
  const open = useCorrectionDraft(submission, begin, again)
  const { draft, value, begun, state, change } = open
  const returning = useReturn(entry, open, to => {
    setAgain(0)
    onReturned(to)
  })
  const now = seenOf(submission)

  // Stored for sending, and the page died before the draft was gone; or returned just so from elsewhere.
  const isOver =
    begun && writes.length === 0 && !again && isReturned(value, now, me.id, submission.correction_files)
  useEffect(() => {
    if (isOver) void draft.discard()
  }, [isOver, draft])

  if (writes.length > 0) return <OnTheWay homework={homework} entry={entry} writes={writes} />
  if (state.forks.length > 0 && !typing) return <TabVersions open={open} />
  const isOvertaken = begun && !value.aside && !isOver && now.is_corrected
  if (isOvertaken && !typing && !sameCorrection(value.opened, now)) {
    return (
      <TwoVersions
        homework={homework}
        entry={entry}
        theirs={now}
        mine={value}
        onKeepTheirs={() => change({ aside: true, opened: now })}
        onReturnMine={() => returning.send('stay', { opened: now })}
        onEdit={() => change({ opened: now })}
      />
    )
  }
  if (submission.is_corrected && !again && (!begun || value.aside || isOver)) {
    return (
      <Returned
        homework={homework}
        entry={entry}
        leftOut={leftOut.get(lane) ?? 0}
        aside={begun && !isOver ? value : undefined}
        onAgain={() => {
          setRounds(rounds + 1)
          setAgain(rounds + 1)
        }}
        onTakeUp={() => change({ aside: false, opened: now })}
        onThrowAway={() => void draft.discard()}
      />
    )
  }
  return (
    <CorrectionForm
      homework={homework}
      entry={entry}
      open={open}
      returning={returning}
      takesFiles={leftOut.size === 0}
      onTyping={setTyping}
      onLeave={
        submission.is_corrected
          ? async () => {
              setAgain(0)
              await draft.discard()
            }
          : undefined
      }
    />
  )
}
