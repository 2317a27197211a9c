import { Progress, Text, UnstyledButton } from '@mantine/core'
import { useRef } from 'react'
import { useLocale } from 'use-intl'
import type { Homework } from '../../../contract/homework.ts'
import type { SubmissionEntry } from '../../../contract/submissions.ts'
import { useSchoolTime } from '../../../i18n/SchoolTime.tsx'
import { useT } from '../../../i18n/useT.ts'
import { compareByFamilyName } from '../../../lib/familyName.ts'
import { useOutbox, useWrites } from '../../../outbox/OutboxContext.ts'
import type { Write } from '../../../outbox/queue/Writes.ts'
import { useClosedNotice, useIsRecentlyFinished } from '../../../ui/feedback/finishedNotice.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { useStoredAction } from '../../../ui/feedback/useStoredAction.tsx'
import { sanitizeName } from '../../../ui/sanitizeName.ts'
import {
  correctionLanePrefix,
  getReturnState,
  parseLanePupilId,
  type ReturnState,
  returnAllGroupPrefix,
} from '../progress/returnStates.ts'
import styles from './Correction.module.css'
import { toCorrectionSnapshot } from './correctionDraft.ts'
import { cancelReturn, findBaseSnapshot } from './correctionWrite.ts'
import {
  type OmissionReason,
  type OmittedDraft,
  useOmittedDrafts,
  useReturnAllOutcome,
} from './useReturnAll.ts'
import { useSecondsUntil } from './useSecondsUntil.ts'

/** The correction of one pupil. */
type ReturnResult = { userId: number; laneWrites: readonly Write[]; state: ReturnState | 'done' }

const isBlocked = ({ state }: ReturnResult) => ['conflict', 'uncertain', 'failed'].includes(state)

type ReturnAllStatusProps = { homework: Homework; entries: readonly SubmissionEntry[] }

/** State of "Return all drafts": the countdown, the progress, and the corrections that need attention. */
export function ReturnAllStatus({ homework, entries }: ReturnAllStatusProps) {
  const t = useT('correction')
  const { clock } = useSchoolTime()
  const writes = useWrites(correctionLanePrefix(homework.id))
  const { omittedDrafts, setOmittedDrafts } = useOmittedDrafts(homework.id)
  const { outcome, setOutcome } = useReturnAllOutcome(homework.id)
  const isOutcomeRecent = useIsRecentlyFinished(outcome?.kind === 'copying' ? undefined : outcome?.at)
  const queuedGroup = writes
    .map(write => write.group)
    .findLast(group => group?.startsWith(returnAllGroupPrefix(homework.id)))
  // The outbox deletes finished writes after some minutes. The omitted drafts stay listed.
  const group = queuedGroup ?? omittedDrafts?.group
  const omitted = omittedDrafts?.group === group ? omittedDrafts?.drafts : undefined
  const groupWrites = group === undefined ? [] : writes.filter(write => write.group === group)
  const cancelReturns = useCancelReturns(entries)
  const seconds = useSecondsUntil(Math.max(0, ...groupWrites.map(({ notBefore }) => notBefore)))
  const notice = useClosedNotice(group ?? '')
  const close = () => {
    notice.close()
    setOmittedDrafts(undefined)
  }
  const isReturned = groupWrites.every(({ state }) => state === 'done')
  const doneAt = Math.max(0, ...groupWrites.map(write => write.doneAt ?? 0))
  const isReturnRecent = useIsRecentlyFinished(isReturned ? doneAt : undefined)

  if (outcome?.kind === 'copying') {
    const { done, count } = outcome
    return (
      <Notice tone="stale" role="status">
        {t('all.copying', { done: String(done), count: String(count) })}
        <Progress mt="xs" value={Math.round((done / count) * 100)} aria-label={t('all.copies')} />
      </Notice>
    )
  }

  // A partial result stays until the user closes it (rule 59).
  const isOver = isReturned && !isReturnRecent && !omitted
  if (group === undefined || notice.isClosed || isOver) {
    if (!outcome || (outcome.kind === 'cancelled' && !isOutcomeRecent)) return null
    const closeOutcome = { label: t('all.close'), run: () => setOutcome(undefined) }
    return (
      <Notice tone={outcome.kind === 'cancelled' ? 'info' : 'danger'} role="status" action={closeOutcome}>
        {t(`all.${outcome.kind}`)}
      </Notice>
    )
  }
  const results = [...Map.groupBy(groupWrites, ({ lane }) => lane)].flatMap<ReturnResult>(
    ([lane, laneWrites]) => {
      const userId = parseLanePupilId(lane, homework.id)
      return userId === undefined ? [] : [{ userId, laneWrites, state: getReturnState(laneWrites) ?? 'done' }]
    },
  )
  const done = results.filter(({ state }) => state === 'done').length
  const blocked = results.filter(isBlocked)
  const getName = (userId: number) =>
    sanitizeName(entries.find(({ user }) => user.id === userId)?.user.name ?? String(userId))

  const cancel = async () => {
    const outcomeKind = await cancelReturns(results)
    if (!outcomeKind) return
    setOmittedDrafts(undefined)
    setOutcome({ kind: outcomeKind, at: clock() })
  }
  if (seconds > 0 && results.every(({ state }) => state === 'waiting')) {
    return (
      <Notice tone="stale" action={{ label: t('all.cancel'), run: () => void cancel() }}>
        {t('all.countdown', { count: results.length, seconds })}
        {omitted && <OmittedDrafts drafts={omitted} getName={getName} />}
      </Notice>
    )
  }
  const counts = { done: String(done), count: String(results.length) }
  if (done + blocked.length < results.length) {
    return (
      <Notice tone="stale" role="status">
        {t('all.progress', counts)}
        <Progress mt="xs" value={Math.round((done / results.length) * 100)} aria-label={t('all.result')} />
      </Notice>
    )
  }
  return <ReturnAllResult results={results} omitted={omitted} getName={getName} onClose={close} />
}

/** Cancels corrections and resolves to the outcome. Resolves to undefined for the second click of a double click. */
function useCancelReturns(entries: readonly SubmissionEntry[]) {
  const outbox = useOutbox()
  const language = useLocale()
  const isCancelling = useRef(false)
  const cancelOne = async ({ userId, laneWrites }: ReturnResult) => {
    const submission = entries.find(({ user }) => user.id === userId)?.submission
    if (!submission) return false
    return cancelReturn(outbox, {
      todoId: submission.todo_id,
      userId,
      writes: laneWrites,
      base: findBaseSnapshot(laneWrites) ?? toCorrectionSnapshot(submission),
      language,
    })
  }
  return async (results: readonly ReturnResult[]) => {
    if (isCancelling.current) return undefined
    isCancelling.current = true
    let isTooLate = false
    for (const result of results) {
      // A correction that can't be cancelled must not prevent the others from being cancelled.
      if (!(await cancelOne(result).catch(() => false))) isTooLate = true
    }
    isCancelling.current = false
    return isTooLate ? 'cancelledSome' : 'cancelled'
  }
}

type ReturnAllResultProps = {
  results: readonly ReturnResult[]
  omitted: readonly OmittedDraft[] | undefined
  getName: (userId: number) => string
  onClose: () => void
}

/** The result after all corrections were sent, or need the user's attention. */
function ReturnAllResult({ results, omitted, getName, onClose }: ReturnAllResultProps) {
  const t = useT('correction')
  const outbox = useOutbox()
  const language = useLocale()
  const { run, storageError } = useStoredAction()
  const blocked = results.filter(isBlocked)
  const retryable = blocked.filter(({ state }) => state !== 'conflict')
  const counts = { done: String(results.length - blocked.length), count: String(results.length) }
  const retry = async () => {
    const canRetry = (write: Write) => write.state === 'failed' || write.state === 'uncertain'
    for (const { id } of results.flatMap(({ laneWrites }) => laneWrites).filter(canRetry))
      await outbox.writes.retry(id)
  }
  const isDone = blocked.length === 0
  const blockedByName = blocked
    .map(result => ({ ...result, name: getName(result.userId) }))
    .sort(compareByFamilyName(language))
  return (
    <Notice
      tone={isDone && !omitted ? 'ok' : 'warn'}
      role="status"
      action={{ label: t('all.close'), run: onClose }}
    >
      {isDone ? results.length > 0 && t('all.done', { count: results.length }) : t('all.doneSome', counts)}
      {!isDone && (
        <ul className={styles.results} aria-label={t('all.result')}>
          {blockedByName.map(({ userId, name, state }) => (
            <li key={userId}>
              <bdi translate="no">{name}</bdi>: {t(getStateKey(state))}
            </li>
          ))}
        </ul>
      )}
      {retryable.length > 0 && (
        <UnstyledButton variant="link" mih="var(--control-sm)" onClick={() => run(retry)}>
          {t('all.retry', { count: String(retryable.length) })}
        </UnstyledButton>
      )}
      {storageError}
      {omitted && <OmittedDrafts drafts={omitted} getName={getName} />}
    </Notice>
  )
}

function getStateKey(state: string) {
  if (state === 'conflict') return 'all.conflict'
  return state === 'uncertain' ? 'all.uncertain' : 'all.failed'
}

const omissionKeys = {
  points: 'all.skippedPoints',
  marks: 'all.skippedMarks',
  tooMany: 'all.skippedTooMany',
  nothing: 'all.skippedNothing',
  tooLong: 'all.skippedTooLong',
  changed: 'all.skippedChanged',
  corrected: 'all.skippedCorrected',
  unsaved: 'all.skippedUnsaved',
  tooLarge: 'all.skippedTooLarge',
  unreadable: 'all.skippedUnreadable',
  slow: 'all.skippedSlow',
  notLoaded: 'all.skippedNotLoaded',
  removed: 'all.skippedRemoved',
  noMarks: 'all.skippedNoMarks',
  notStored: 'all.skippedNotStored',
} as const satisfies Record<OmissionReason, string>

type OmittedDraftsProps = {
  drafts: readonly OmittedDraft[]
  getName: (userId: number) => string
}

function OmittedDrafts({ drafts, getName }: OmittedDraftsProps) {
  const t = useT('correction')
  const compareByName = compareByFamilyName(useLocale())
  return (
    <>
      <Text inherit mt="xs">
        {t('all.skipped', { count: drafts.length })}
      </Text>
      <ul className={styles.results}>
        {drafts
          .map(draft => ({ ...draft, name: getName(draft.userId) }))
          .toSorted(compareByName)
          .map(({ userId, name, why, file = '' }) => (
            <li key={userId}>
              <bdi translate="no">{name}</bdi>: {t(omissionKeys[why], { file: sanitizeName(file) })}
            </li>
          ))}
      </ul>
    </>
  )
}
