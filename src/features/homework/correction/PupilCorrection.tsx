import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocale } from 'use-intl'
import { useStore } from 'zustand'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { undoMs } from '../../../api/cache/undoableDeletions.ts'
import type { Homework } from '../../../contract/homework.ts'
import type { SubmissionEntry } from '../../../contract/submissions.ts'
import { useSchoolTime } from '../../../i18n/SchoolTime.tsx'
import { useT } from '../../../i18n/useT.ts'
import { formatPoints } from '../../../lib/points.ts'
import type { Outbox } from '../../../outbox/Outbox.ts'
import { useOutbox, useWrites } from '../../../outbox/OutboxContext.ts'
import { useCurrentUser } from '../../../session/currentUser.ts'
import { SingleTabForm } from '../../../ui/feedback/SingleTabForm.tsx'
import { sanitizeName } from '../../../ui/sanitizeName.ts'
import { correctionLane, correctionLanePrefix } from '../progress/returnStates.ts'
import styles from './Correction.module.css'
import { CorrectionForm, type ReturnProblem, type ReturnTo } from './CorrectionForm.tsx'
import {
  type CorrectionDraft,
  isReturned,
  isSameCorrection,
  type OpenCorrection,
  toCorrectionSnapshot,
  useCorrectionDraft,
} from './correctionDraft.ts'
import { correctionFileWrite, isPending, parseBody, returnCorrections } from './correctionWrite.ts'
import { PendingCorrection } from './PendingCorrection.tsx'
import { rememberPhrases } from './phrases.ts'
import { CorrectionConflict, ReturnedCorrection } from './ReturnedCorrection.tsx'

type PupilCorrectionProps = {
  homework: Homework
  entry: SubmissionEntry
  /** Called as soon as the correction is queued. */
  onReturned: (to: ReturnTo) => void
  /** Undo of the last return, shown at the end of the panel. */
  undo: ReactNode
}

/** The correction of one pupil: form, queued, returned or in conflict. */
export function PupilCorrection({ homework, entry, onReturned, undo }: PupilCorrectionProps) {
  const { user, submission } = entry
  const t = useT('correction')
  const me = useCurrentUser()
  const language = useLocale()
  const lane = correctionLane(homework.id, user.id)
  const writes = useWrites(lane).filter(write => write.lane === lane && isPending(write))
  const leftOut = useLeftOutFiles(homework.id)
  /** Number of the current revision of a returned correction; 0 if it is not being revised. */
  const [revision, setRevision] = useState(0)
  const [rounds, setRounds] = useState(0)
  const [typing, setTyping] = useState(false)
  const begin = revision
    ? {
        text: submission.teacher_correction ?? '',
        points: submission.points === null ? '' : formatPoints(submission.points, language),
      }
    : { text: '', points: '' }
  const open = useCorrectionDraft(submission, begin, revision)
  const { draft, value, hasContent, state, change } = open
  const returning = useReturn(entry, open, to => {
    setRevision(0)
    onReturned(to)
  })
  const now = toCorrectionSnapshot(submission)

  // The correction was queued, but the page closed before its draft was deleted; or the same text was returned
  // elsewhere.
  const isOver =
    hasContent &&
    writes.length === 0 &&
    !revision &&
    isReturned(value, now, me.id, submission.correction_files)
  useEffect(() => {
    if (isOver) void draft.discard()
  }, [isOver, draft])

  if (writes.length > 0) {
    return (
      <>
        <PendingCorrection homework={homework} entry={entry} writes={writes} />
        {undo}
      </>
    )
  }
  const shown = () => {
    const isOvertaken = hasContent && !value.aside && !isOver && now.is_corrected
    if (isOvertaken && !typing && !isSameCorrection(value.opened, now)) {
      return (
        <>
          <CorrectionConflict
            homework={homework}
            entry={entry}
            remote={now}
            local={value}
            onKeepRemote={() => change({ aside: true, opened: now })}
            onReturnLocal={() => returning.send('stay', { opened: now })}
            onEdit={() => change({ opened: now })}
          />
          {undo}
        </>
      )
    }
    if (submission.is_corrected && !revision && (!hasContent || value.aside || isOver)) {
      return (
        <>
          <ReturnedCorrection
            homework={homework}
            entry={entry}
            leftOut={leftOut.get(lane) ?? 0}
            aside={hasContent && !isOver ? value : undefined}
            onRevise={() => {
              setRounds(rounds + 1)
              setRevision(rounds + 1)
            }}
            onRestore={() => change({ aside: false, opened: now })}
            onDiscard={() => void draft.discard()}
          />
          {undo}
        </>
      )
    }
    return (
      <CorrectionForm
        homework={homework}
        entry={entry}
        open={open}
        {...returning}
        takesFiles={leftOut.size === 0}
        undo={undo}
        onTyping={setTyping}
        onLeave={
          submission.is_corrected
            ? async () => {
                setRevision(0)
                await draft.discard()
              }
            : undefined
        }
      />
    )
  }
  return (
    <>
      <SingleTabForm
        draft={draft}
        state={state}
        getLines={({ text, points, files }) => [
          text,
          points && t('version.points', { points }),
          ...files.map(({ name }) => sanitizeName(name)),
        ]}
        className={styles.otherTexts}
      >
        {shown()}
      </SingleTabForm>
      {/* SingleTabForm does not render the form while another tab edits this draft. */}
      {state.isReadOnly && undo}
    </>
  )
}

/**
 * Returns the typed correction after checking it with the endpoint's schema. Ignores further calls until it has
 * finished.
 */
function useReturn(
  { user, submission }: SubmissionEntry,
  { value, draft }: OpenCorrection,
  onReturned: (to: ReturnTo) => void,
) {
  const outbox = useOutbox()
  const { clock } = useSchoolTime()
  const [problem, setProblem] = useState<ReturnProblem>()
  const [returning, setReturning] = useState(false)
  const busy = useRef(false)
  const shown = useRef(false)
  useEffect(() => {
    shown.current = true
    return () => {
      shown.current = false
    }
  }, [])

  const store = async (typed: CorrectionDraft, to: ReturnTo): Promise<ReturnProblem | undefined> => {
    const read = parseBody(typed)
    if ('problem' in read) return read.problem
    // Set the draft before the first await, so that later changes are not overwritten.
    draft.set(typed)
    for (const { id } of typed.files) {
      if (!(await outbox.drafts.file(id))) return { field: 'file', id }
    }
    if (!(await draft.flush())) return { field: 'all', why: 'notStored' }
    const one = {
      todoId: submission.todo_id,
      userId: user.id,
      relation: submission.correction_files_document_relation,
      draft: typed,
      body: read.body,
    }
    // Without storage, a correction that waits for its undo time would be lost when the page closes.
    const isDelayed = to === 'next' && outbox.kept()
    const how = isDelayed ? { notBefore: clock() + undoMs } : {}
    const went = await returnCorrections(outbox, [one], how)
    if (went.length === 0) return undefined
    // Stay at the other pupil if the teacher has moved on meanwhile.
    if (shown.current) onReturned(to)
    // The correction is queued even if its phrases can't be stored.
    void rememberPhrases(outbox, [read.body.teacher_correction], clock()).catch(() => undefined)
    return undefined
  }

  const send = async (to: ReturnTo, patch: Partial<CorrectionDraft> = {}) => {
    if (busy.current) return
    busy.current = true
    setReturning(true)
    try {
      // Use the latest typed text, which may not be rendered yet.
      setProblem(await store({ ...(draft.state().value ?? value), ...patch }, to))
    } catch {
      setProblem({ field: 'all', why: 'notStored' })
    } finally {
      busy.current = false
      setReturning(false)
    }
  }
  return {
    problem,
    returning,
    send: (to: ReturnTo, patch?: Partial<CorrectionDraft>) => void send(to, patch),
    touched: () => setProblem(undefined),
  }
}

/**
 * Removes failed file uploads from the outbox if the service has no uploads, so that the corrections are sent without
 * files. Returns the number of omitted files by lane. An entry in it means that this service supports no uploads.
 */
function useLeftOutFiles(todoId: number): ReadonlyMap<string, number> {
  const outbox = useOutbox()
  const writes = useWrites(correctionLanePrefix(todoId))
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

/** Number of files that were omitted because the service supports no uploads, by lane. */
type LeftOut = ReadonlyMap<string, number>
const none: LeftOut = new Map()

// One store per session, because each session has its own outbox.
const leftOut = new WeakMap<Outbox, StoreApi<LeftOut>>()

/** Returns the store of omitted files. It is empty until the service reports that it supports no uploads. */
function leftOutOf(outbox: Outbox): StoreApi<LeftOut> {
  const store = leftOut.get(outbox) ?? createStore<LeftOut>(() => none)
  leftOut.set(outbox, store)
  return store
}

const leaveOut = (outbox: Outbox, lane: string) =>
  leftOutOf(outbox).setState(before => new Map(before).set(lane, (before.get(lane) ?? 0) + 1), true)
