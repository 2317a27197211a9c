import { useEffect, useState } from 'react'
import { useLocale } from 'use-intl'
import { useStore } from 'zustand'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Homework } from '../../../contract/homework.ts'
import type { SubmissionEntry } from '../../../contract/submissions.ts'
import { OneWriter } from '../../../i18n/OneWriter.tsx'
import { useT } from '../../../i18n/useT.ts'
import { formatPoints } from '../../../lib/points.ts'
import type { Outbox } from '../../../outbox/Outbox.ts'
import { useOutbox, useWrites } from '../../../outbox/OutboxContext.ts'
import { correctionLane, correctionLanes } from '../../../outbox/returned.ts'
import { harmlessName } from '../../../ui/harmlessName.ts'
import { usePerson } from '../../../ui/Person.tsx'
import styles from './Correction.module.css'
import { CorrectionForm } from './CorrectionForm.tsx'
import { isReturned, useCorrectionDraft } from './correctionDraft.ts'
import { correctionFileWrite, sameCorrection, seenOf } from './correctionWrite.ts'
import { OnTheWay } from './OnTheWay.tsx'
import { Returned, TwoVersions } from './Returned.tsx'
import { isUnderWay, type ReturnTo, useReturn } from './useReturn.ts'

type PupilCorrectionProps = {
  homework: Homework
  entry: SubmissionEntry
  /** Called as soon as the correction is stored for sending. */
  onReturned: (to: ReturnTo) => void
}

/** Which of its states the correction of one pupil is in. */
export function PupilCorrection({ homework, entry, onReturned }: PupilCorrectionProps) {
  const { user, submission } = entry
  const t = useT('correction')
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
  const shown = () => {
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
  return (
    <OneWriter
      draft={draft}
      state={state}
      lines={({ text, points, files }) => [
        text,
        points && t('version.points', { points }),
        ...files.map(({ name }) => harmlessName(name)),
      ]}
      className={styles.otherTexts}
    >
      {shown()}
    </OneWriter>
  )
}

/**
 * Where a service has no uploads, a correction goes without its files: they are taken off its lane, and said. Answers how
 * many were left out, by lane; anything in it means that this service takes none.
 */
function useLeftOutFiles(todoId: number): ReadonlyMap<string, number> {
  const outbox = useOutbox()
  const writes = useWrites(correctionLanes(todoId))
  useEffect(() => {
    const refused = writes.filter(
      ({ kind, state, error }) =>
        kind === correctionFileWrite.name && state === 'failed' && error?.kind === 'unsupported',
    )
    for (const { id, lane } of refused) {
      void outbox.writes.cancel(id).then(gone => gone && leaveOut(outbox, lane))
    }
  }, [outbox, writes])
  return useStore(leftOutOf(outbox))
}

/** Files a service did not take because it takes none at all, counted by lane. */
type LeftOut = ReadonlyMap<string, number>
const none: LeftOut = new Map()

// As long as the session: its outbox is another in the next one.
const leftOut = new WeakMap<Outbox, StoreApi<LeftOut>>()

/** Empty until the service has said that it offers no uploads. */
function leftOutOf(outbox: Outbox): StoreApi<LeftOut> {
  const store = leftOut.get(outbox) ?? createStore<LeftOut>(() => none)
  leftOut.set(outbox, store)
  return store
}

const leaveOut = (outbox: Outbox, lane: string) =>
  leftOutOf(outbox).setState(before => new Map(before).set(lane, (before.get(lane) ?? 0) + 1), true)
