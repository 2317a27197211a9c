import { Progress, Text, UnstyledButton } from '@mantine/core'
import { useRef } from 'react'
import { useLocale } from 'use-intl'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { undoMs } from '../../../api/cache/undoableDeletions.ts'
import type { Homework } from '../../../contract/homework.ts'
import type { SubmissionEntry } from '../../../contract/submissions.ts'
import { useSchoolTime } from '../../../i18n/SchoolTime.tsx'
import { useT } from '../../../i18n/useT.ts'
import { randomUuid } from '../../../lib/encoding.ts'
import { compareByFamilyName } from '../../../lib/familyName.ts'
import { useOutbox, useWrites } from '../../../outbox/OutboxContext.ts'
import type { Write } from '../../../outbox/queue/Writes.ts'
import { useClosedNotice, useIsRecentlyFinished } from '../../../ui/feedback/finishedNotice.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { sanitizeName } from '../../../ui/sanitizeName.ts'
import {
  correctionLanePrefix,
  getReturnState,
  parseLanePupilId,
  returnAllGroups,
} from '../progress/returnStates.ts'
import styles from './Correction.module.css'
import { correctionDraft, toCorrectionSnapshot } from './correctionDraft.ts'
import { cancelReturn, findOpenedSnapshot, returnCorrections } from './correctionWrite.ts'
import { type LeftOutReason, useLeftOutDrafts } from './leftOutDrafts.ts'
import { rememberPhrases } from './phrases.ts'
import { busyPupils, readyDrafts, useReadyDrafts } from './readyDrafts.ts'
import { useSecondsUntil } from './useSecondsUntil.ts'

const none: readonly Write[] = []

type ReturnAllStatusProps = { homework: Homework; entries: readonly SubmissionEntry[] }

/** State of "Return all drafts": the countdown of the undo, the progress, and the corrections that need attention. */
export function ReturnAllStatus({ homework, entries }: ReturnAllStatusProps) {
  const t = useT('correction')
  const outbox = useOutbox()
  const language = useLocale()
  const { clock } = useSchoolTime()
  const writes = useWrites(correctionLanePrefix(homework.id))
  const known = useLeftOutDrafts(homework.id)
  const news = useStore(returnAllNews, known => known.get(homework.id))
  const isCancelNews = useIsRecentlyFinished(news?.at)
  const queued = writes
    .map(write => write.group)
    .findLast(name => name?.startsWith(returnAllGroups(homework.id)))
  // The outbox deletes finished writes after some minutes. The omitted drafts stay listed.
  const group = queued ?? known.leftOut?.group
  const leftOut = known.leftOut?.group === group ? known.leftOut?.drafts : undefined
  const groupWrites = group === undefined ? none : writes.filter(write => write.group === group)
  const isCancelling = useRef(false)
  const seconds = useSecondsUntil(Math.max(0, ...groupWrites.map(({ notBefore }) => notBefore)))
  const closed = useClosedNotice(group ?? '')
  const close = () => {
    closed.close()
    known.set(undefined)
  }
  const isReturned = groupWrites.every(({ state }) => state === 'done')
  const doneAt = Math.max(0, ...groupWrites.map(write => write.doneAt ?? 0))
  const isReturnNews = useIsRecentlyFinished(isReturned ? doneAt : undefined)

  // A partial result stays until the user closes it (rule 59).
  const isOver = isReturned && !isReturnNews && !leftOut
  if (group === undefined || closed.isClosed || isOver) {
    if (!news || (news.kind === 'cancelled' && !isCancelNews)) return null
    const forget = { label: t('all.close'), run: () => tellReturnAll(homework.id, undefined) }
    return (
      <Notice tone={news.kind === 'cancelled' ? 'info' : 'danger'} role="status" action={forget}>
        {t(`all.${news.kind}`)}
      </Notice>
    )
  }
  const results = [...Map.groupBy(groupWrites, ({ lane }) => lane)].flatMap(([lane, inLane]) => {
    const userId = parseLanePupilId(lane, homework.id)
    return userId === undefined ? [] : [{ userId, inLane, state: getReturnState(inLane) ?? 'done' }]
  })
  const done = results.filter(({ state }) => state === 'done').length
  const blocked = results.filter(({ state }) => ['conflict', 'uncertain', 'failed'].includes(state))
  const retryable = blocked.filter(({ state }) => state !== 'conflict')
  const nameOf = (userId: number) =>
    sanitizeName(entries.find(({ user }) => user.id === userId)?.user.name ?? String(userId))

  const cancel = async () => {
    // The second click of a double click would find nothing left to cancel, and report that it was too late.
    if (isCancelling.current) return
    isCancelling.current = true
    let tooLate = false
    for (const { userId, inLane } of results) {
      const entry = entries.find(({ user }) => user.id === userId)
      const back = entry && {
        todoId: homework.id,
        userId: entry.user.id,
        writes: inLane,
        opened: findOpenedSnapshot(inLane) ?? toCorrectionSnapshot(entry.submission),
        language,
      }
      // A correction that can't be cancelled must not prevent the others from being cancelled.
      if (!back || !(await cancelReturn(outbox, back).catch(() => false))) tooLate = true
    }
    isCancelling.current = false
    known.set(undefined)
    tellReturnAll(homework.id, { kind: tooLate ? 'cancelledSome' : 'cancelled', at: clock() })
  }
  const retry = async () => {
    const stuck = (write: Write) => write.state === 'failed' || write.state === 'uncertain'
    for (const { id } of groupWrites.filter(stuck)) await outbox.writes.retry(id)
  }
  if (seconds > 0 && results.every(({ state }) => state === 'waiting')) {
    return (
      <Notice tone="stale" action={{ label: t('all.cancel'), run: () => void cancel() }}>
        {t('all.countdown', { count: results.length, seconds })}
        {leftOut && <LeftOut drafts={leftOut} nameOf={nameOf} />}
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
  const isDone = blocked.length === 0
  const named = blocked
    .map(result => ({ ...result, name: nameOf(result.userId) }))
    .sort(compareByFamilyName(language))
  return (
    <Notice
      tone={isDone && !leftOut ? 'ok' : 'warn'}
      role="status"
      action={{ label: t('all.close'), run: close }}
    >
      {isDone ? results.length > 0 && t('all.done', { count: results.length }) : t('all.doneSome', counts)}
      {!isDone && (
        <ul className={styles.results} aria-label={t('all.result')}>
          {named.map(({ userId, name, state }) => (
            <li key={userId}>
              <bdi translate="no">{name}</bdi>: {t(wordOf(state))}
            </li>
          ))}
        </ul>
      )}
      {retryable.length > 0 && (
        <UnstyledButton variant="link" mih="var(--control-sm)" onClick={() => void retry()}>
          {t('all.retry', { count: String(retryable.length) })}
        </UnstyledButton>
      )}
      {leftOut && <LeftOut drafts={leftOut} nameOf={nameOf} />}
    </Notice>
  )
}

const wordOf = (state: string) =>
  state === 'conflict' ? 'all.conflict' : state === 'uncertain' ? 'all.uncertain' : 'all.failed'

const leftOutWords = {
  points: 'all.skippedPoints',
  tooMany: 'all.skippedTooMany',
  nothing: 'all.skippedNothing',
  tooLong: 'all.skippedTooLong',
  changed: 'all.skippedChanged',
  corrected: 'all.skippedCorrected',
  unsaved: 'all.skippedUnsaved',
} as const

type LeftOutProps = {
  drafts: readonly { userId: number; why: LeftOutReason }[]
  nameOf: (userId: number) => string
}

/** List of the drafts that were not returned, each with its reason. */
function LeftOut({ drafts, nameOf }: LeftOutProps) {
  const t = useT('correction')
  const byName = compareByFamilyName(useLocale())
  return (
    <>
      <Text inherit mt="xs">
        {t('all.skipped', { count: drafts.length })}
      </Text>
      <ul className={styles.results}>
        {drafts
          .map(({ userId, why }) => ({ userId, name: nameOf(userId), why }))
          .toSorted(byName)
          .map(({ userId, name, why }) => (
            <li key={userId}>
              <bdi translate="no">{name}</bdi>: {t(leftOutWords[why])}
            </li>
          ))}
      </ul>
    </>
  )
}

/**
 * Outcome of the last "Return all drafts" if no write shows it: it could not be stored, or it was cancelled completely
 * or in part. `at` is in Unix ms.
 */
type ReturnAllNews = { kind: 'notStored' | 'cancelled' | 'cancelledSome'; at: number } | undefined

/** Outcomes by homework ID. */
const returnAllNews = createStore<ReadonlyMap<number, ReturnAllNews>>(() => new Map())

const tellReturnAll = (homeworkId: number, what: ReturnAllNews) =>
  returnAllNews.setState(news => new Map(news).set(homeworkId, what), true)

/** Returns the number of complete drafts and the action "Return all drafts". ReturnAllStatus shows its progress. */
export function useReturnAll(
  homework: Homework,
  entries: readonly SubmissionEntry[],
): { count: number; start: () => void } {
  const outbox = useOutbox()
  const { clock } = useSchoolTime()
  const { ready } = useReadyDrafts(homework, entries)
  const { set: setLeftOut } = useLeftOutDrafts(homework.id)
  const busy = useRef(false)

  const start = async () => {
    if (busy.current) return
    busy.current = true
    try {
      await outbox.drafts.flush()
      // Read the stored drafts: the latest text may not be rendered yet.
      const drafts = await outbox.drafts.list(correctionDraft)
      const pending = busyPupils(outbox.writes.list(), homework.id)
      const { ready, skipped } = readyDrafts(homework.id, entries, drafts, userId => pending.has(userId))
      const group = `${returnAllGroups(homework.id)}${randomUuid()}`
      const leftOut = skipped.flatMap(({ entry, why }) =>
        why === 'busy' ? [] : [{ userId: entry.user.id, why }],
      )
      // Set this before the writes are queued, so that the countdown lists the omitted drafts from the start.
      setLeftOut({ group, drafts: leftOut })
      const queued = await returnCorrections(outbox, ready, { group, notBefore: clock() + undoMs })
      const returned = new Set(queued.map(({ userId }) => userId))
      const unsaved = ready.filter(({ userId }) => !returned.has(userId))
      const alsoLeftOut = unsaved.map(({ userId }) => ({ userId, why: 'unsaved' as const }))
      if (unsaved.length > 0) setLeftOut({ group, drafts: [...leftOut, ...alsoLeftOut] })
      tellReturnAll(homework.id, undefined)
      const texts = queued.map(({ body }) => body.teacher_correction)
      await rememberPhrases(outbox, texts, clock()).catch(() => undefined)
    } catch {
      setLeftOut(undefined)
      tellReturnAll(homework.id, { kind: 'notStored', at: clock() })
    } finally {
      busy.current = false
    }
  }
  return { count: ready.length, start: () => void start() }
}
