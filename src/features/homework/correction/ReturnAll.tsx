import '@mantine/core/styles/Progress.layer.css'
import '@mantine/core/styles/Text.layer.css'
import { Progress, Text, UnstyledButton } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useLocale } from 'use-intl'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { Homework } from '../../../contract/homework.ts'
import type { SubmissionEntry } from '../../../contract/submissions.ts'
import { useT } from '../../../i18n/useT.ts'
import { randomUuid } from '../../../lib/encoding.ts'
import type { SavedDraft } from '../../../outbox/drafts/Drafts.ts'
import { useDrafts } from '../../../outbox/drafts/useDraft.ts'
import { useOutbox, useWrites } from '../../../outbox/OutboxContext.ts'
import type { Write } from '../../../outbox/queue/Writes.ts'
import { correctionLane, correctionLanes, pupilOfLane, stateOf } from '../../../outbox/returned.ts'
import { useClosedNotice, useIsNews } from '../../../ui/feedback/finishedNotice.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { harmlessName } from '../../../ui/harmlessName.ts'
import { useSchoolTime } from '../../../ui/SchoolTime.tsx'
import styles from './Correction.module.css'
import {
  type CorrectionDraft,
  correctionDraft,
  pupilOfDraft,
  sameCorrection,
  sameHandIn,
  seenOf,
} from './correctionDraft.ts'
import {
  bodyOf,
  type DraftProblem,
  isUnderWay,
  type Returning,
  returnCorrections,
  unsend,
} from './correctionWrite.ts'
import { rememberPhrases } from './phrases.ts'

type ReturnAllStatusProps = { homework: Homework; entries: readonly SubmissionEntry[] }

/** What becomes of "Return all drafts": the seconds to think better of it, how far it is, and who needs a look. */
export function ReturnAllStatus({ homework, entries }: ReturnAllStatusProps) {
  const t = useT('correction')
  const outbox = useOutbox()
  const language = useLocale()
  const { clock } = useSchoolTime()
  const writes = useWrites(correctionLanes(homework.id))
  const { skipped } = useReadyDrafts(homework, entries)
  const news = useStore(returnAllNews, known => known.get(homework.id))
  const isCancelNews = useIsNews(news?.at)
  const group = writes
    .map(write => write.group)
    .findLast(name => name?.startsWith(returnAllGroups(homework.id)))
  const mine = writes.filter(write => write.group === group)
  const seconds = useSecondsUntil(Math.max(0, ...mine.map(({ notBefore }) => notBefore)))
  const { isClosed, close } = useClosedNotice(group ?? '')
  const isReturned = mine.length > 0 && mine.every(({ state }) => state === 'done')
  const isReturnNews = useIsNews(isReturned ? Math.max(...mine.map(write => write.doneAt ?? 0)) : undefined)

  if (group === undefined || isClosed || (isReturned && !isReturnNews)) {
    if (!news || (news.kind === 'cancelled' && !isCancelNews)) return null
    const forget = { label: t('all.close'), run: () => tellReturnAll(homework.id, undefined) }
    return (
      <Notice tone={news.kind === 'cancelled' ? 'info' : 'danger'} role="status" action={forget}>
        {t(`all.${news.kind}`)}
      </Notice>
    )
  }
  const results = [...Map.groupBy(mine, ({ lane }) => lane)].flatMap(([lane, inLane]) => {
    const userId = pupilOfLane(lane, homework.id)
    return userId === undefined ? [] : [{ userId, inLane, state: stateOf(inLane) ?? 'done' }]
  })
  const done = results.filter(({ state }) => state === 'done').length
  const standing = results.filter(({ state }) => ['conflict', 'uncertain', 'failed'].includes(state))
  const again = standing.filter(({ state }) => state !== 'conflict')
  const nameOf = (userId: number) =>
    harmlessName(entries.find(({ user }) => user.id === userId)?.user.name ?? String(userId))

  const cancel = async () => {
    let tooLate = false
    for (const { userId, inLane } of results) {
      const entry = entries.find(({ user }) => user.id === userId)
      const back = entry && {
        todoId: homework.id,
        userId: entry.user.id,
        writes: inLane,
        opened: seenOf(entry.submission),
        language,
      }
      // One that can't be taken back keeps no other from it.
      if (!back || !(await unsend(outbox, back).catch(() => false))) tooLate = true
    }
    tellReturnAll(homework.id, { kind: tooLate ? 'cancelledSome' : 'cancelled', at: clock() })
  }
  const retry = async () => {
    const stuck = (write: Write) => write.state === 'failed' || write.state === 'uncertain'
    for (const { id } of mine.filter(stuck)) await outbox.writes.retry(id)
  }
  if (seconds > 0 && results.every(({ state }) => state === 'waiting')) {
    return (
      <Notice tone="stale" action={{ label: t('all.cancel'), run: () => void cancel() }}>
        {t('all.countdown', { count: results.length, seconds })}
        <LeftOut skipped={skipped} />
      </Notice>
    )
  }
  const counts = { done: String(done), count: String(results.length) }
  if (done + standing.length < results.length) {
    return (
      <Notice tone="stale" role="status">
        {t('all.progress', counts)}
        <Progress mt="xs" value={Math.round((done / results.length) * 100)} aria-label={t('all.result')} />
      </Notice>
    )
  }
  const isDone = standing.length === 0
  return (
    <Notice tone={isDone ? 'ok' : 'warn'} role="status" action={{ label: t('all.close'), run: close }}>
      {isDone ? t('all.done', { count: results.length }) : t('all.doneSome', counts)}
      {!isDone && (
        <ul className={styles.results} aria-label={t('all.result')}>
          {standing.map(({ userId, state }) => (
            <li key={userId}>
              <bdi translate="no">{nameOf(userId)}</bdi>: {t(wordOf(state))}
            </li>
          ))}
        </ul>
      )}
      {again.length > 0 && (
        <UnstyledButton variant="link" mih="var(--control-sm)" onClick={() => void retry()}>
          {t('all.retry', { count: String(again.length) })}
        </UnstyledButton>
      )}
      <LeftOut skipped={skipped} />
    </Notice>
  )
}

const wordOf = (state: string) =>
  state === 'conflict' ? 'all.conflict' : state === 'uncertain' ? 'all.uncertain' : 'all.failed'

const skippedWords = {
  points: 'all.skippedPoints',
  tooMany: 'all.skippedTooMany',
  nothing: 'all.skippedNothing',
  tooLong: 'all.skippedTooLong',
  changed: 'all.skippedChanged',
  corrected: 'all.skippedCorrected',
  busy: 'all.skippedBusy',
} as const

/** The drafts that stayed, each with its reason. */
function LeftOut({ skipped }: { skipped: ReturnType<typeof useReadyDrafts>['skipped'] }) {
  const t = useT('correction')
  const left = skipped.filter(({ why }) => why !== 'busy')
  if (left.length === 0) return null
  return (
    <>
      <Text inherit mt="xs">
        {t('all.skipped', { count: left.length })}
      </Text>
      <ul className={styles.results}>
        {left.map(({ entry, why }) => (
          <li key={entry.user.id}>
            <bdi translate="no">{harmlessName(entry.user.name)}</bdi>: {t(skippedWords[why])}
          </li>
        ))}
      </ul>
    </>
  )
}

/**
 * The outcome of the last "Return all drafts" that no write shows: it could not be stored, or it was cancelled, fully or
 * in part. `at` in Unix ms.
 */
type ReturnAllNews = { kind: 'notStored' | 'cancelled' | 'cancelledSome'; at: number } | undefined

/** By homework. */
const returnAllNews = createStore<ReadonlyMap<number, ReturnAllNews>>(() => new Map())

const tellReturnAll = (homeworkId: number, what: ReturnAllNews) =>
  returnAllNews.setState(news => new Map(news).set(homeworkId, what), true)

/** Whole seconds until an instant, counted down while it is to come; 0 from then on. */
function useSecondsUntil(instant: number): number {
  const { clock } = useSchoolTime()
  const [now, setNow] = useState(clock)
  useEffect(() => {
    setNow(clock())
    if (instant <= clock()) return
    const timer = setInterval(() => {
      setNow(clock())
      if (clock() >= instant) clearInterval(timer)
    }, 250)
    return () => clearInterval(timer)
  }, [instant, clock])
  return Math.max(0, Math.ceil((instant - now) / 1000))
}

/** Time to think better of it, ms. */
const grace = 10_000

/** What every group of a homework's "Return all drafts" begins with. */
const returnAllGroups = (todoId: number): string => `return-all/${todoId}/`

/** "Return all drafts": how many are complete, and the way to return them together; ReturnAllStatus shows the rest. */
export function useReturnAll(
  homework: Homework,
  entries: readonly SubmissionEntry[],
): { count: number; start: () => void } {
  const outbox = useOutbox()
  const { clock } = useSchoolTime()
  const { ready } = useReadyDrafts(homework, entries)
  const busy = useRef(false)

  const start = async () => {
    if (busy.current) return
    busy.current = true
    try {
      await outbox.drafts.flush()
      // What was typed this very moment, not what was drawn last.
      const drafts = await outbox.drafts.list(correctionDraft)
      const { ready } = readyDrafts(homework.id, entries, drafts, () => false)
      const group = `${returnAllGroups(homework.id)}${randomUuid()}`
      const went = await returnCorrections(outbox, ready, { group, notBefore: clock() + grace })
      tellReturnAll(homework.id, undefined)
      const texts = went.map(({ body }) => body.teacher_correction)
      await rememberPhrases(outbox, texts, clock()).catch(() => undefined)
    } catch {
      tellReturnAll(homework.id, { kind: 'notStored', at: clock() })
    } finally {
      busy.current = false
    }
  }
  return { count: ready.length, start: () => void start() }
}

/** The drafts of a homework that can be returned together, and those that can't. */
function useReadyDrafts(homework: Homework, entries: readonly SubmissionEntry[]) {
  const drafts = useDrafts(correctionDraft)
  const writes = useWrites(correctionLanes(homework.id))
  const busy = new Set(writes.filter(isUnderWay).map(({ lane }) => lane))
  return readyDrafts(homework.id, entries, drafts ?? [], userId =>
    busy.has(correctionLane(homework.id, userId)),
  )
}

/** Why a draft is not returned with the others. */
type Skipped = { entry: SubmissionEntry; why: DraftProblem['why'] | 'changed' | 'corrected' | 'busy' }

type Drafts = readonly { key: string; draft: SavedDraft<CorrectionDraft> }[]

/**
 * Which drafts of a homework can be returned together, and which are left out and why. `isBusy`: a correction of this
 * pupil is on its way. One that was set aside is neither.
 */
function readyDrafts(
  todoId: number,
  entries: readonly SubmissionEntry[],
  drafts: Drafts,
  isBusy: (userId: number) => boolean,
): { ready: Returning[]; skipped: Skipped[] } {
  const byPupil = new Map(entries.map(entry => [entry.user.id, entry]))
  const ready: Returning[] = []
  const skipped: Skipped[] = []
  for (const { key, draft } of drafts) {
    const userId = pupilOfDraft(key, todoId)
    const entry = userId === undefined ? undefined : byPupil.get(userId)
    if (userId === undefined || !entry || draft.value.aside) continue
    const read = bodyOf(draft.value)
    const why = isBusy(userId) ? 'busy' : 'problem' in read ? read.problem.why : changed(draft.value, entry)
    if (why) skipped.push({ entry, why })
    else if ('body' in read) {
      const relation = entry.submission.correction_files_document_relation
      ready.push({ todoId, userId, relation, draft: draft.value, body: read.body })
    }
  }
  return { ready, skipped }
}

/** Known already to be another thing than what was opened: one look is due before it goes with all others. */
function changed({ opened }: CorrectionDraft, { submission }: SubmissionEntry): Skipped['why'] | undefined {
  const now = seenOf(submission)
  if (!sameCorrection(opened, now)) return 'corrected'
  return sameHandIn(opened, now) ? undefined : 'changed'
}
