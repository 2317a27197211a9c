import '@mantine/core/styles/Progress.layer.css'
import { Progress, UnstyledButton } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useLocale } from 'use-intl'
import { useStore } from 'zustand'
import type { Homework } from '../../../contract/homework.ts'
import type { SubmissionEntry } from '../../../contract/submissions.ts'
import { useT } from '../../../i18n/useT.ts'
import { formatPoints } from '../../../lib/points.ts'
import { useOutbox, useWrites } from '../../../outbox/OutboxContext.ts'
import type { Write, WriteState } from '../../../outbox/queue/Writes.ts'
import { correctionLanes, pupilOfLane, stateOf } from '../../../outbox/returned.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { harmlessName } from '../../../ui/harmlessName.ts'
import { useSchoolTime } from '../../../ui/SchoolTime.tsx'
import { seenOf } from './correctionWrite.ts'
import styles from './ReturnAllStatus.module.css'
import { unsend } from './unsend.ts'
import { returnAllNews, tellReturnAll } from './useReturn.ts'
import { returnAllGroups, useReadyDrafts } from './useReturnAll.ts'

type ReturnAllStatusProps = { homework: Homework; entries: readonly SubmissionEntry[] }

/** What becomes of "Return all drafts": the seconds to think better of it, how far it is, and who needs a look. */
export function ReturnAllStatus({ homework, entries }: ReturnAllStatusProps) {
  const t = useT('correction')
  const outbox = useOutbox()
  const language = useLocale()
  const writes = useWrites(correctionLanes(homework.id))
  const { skipped } = useReadyDrafts(homework, entries)
  const news = useStore(returnAllNews, known => known.get(homework.id))
  const [closed, setClosed] = useState<string>()
  const group = writes
    .map(write => write.group)
    .findLast(name => name?.startsWith(returnAllGroups(homework.id)))
  const mine = writes.filter(write => write.group === group)
  const seconds = useSecondsUntil(Math.max(0, ...mine.map(({ notBefore }) => notBefore)))

  if (group === undefined || group === closed) {
    if (!news) return null
    const close = { label: t('all.close'), run: () => tellReturnAll(homework.id, undefined) }
    return (
      <Notice tone={news === 'cancelled' ? 'info' : 'danger'} role="status" action={close}>
        {t(`all.${news}`)}
      </Notice>
    )
  }
  const results = groupResults(mine, lane => pupilOfLane(lane, homework.id))
  const done = results.filter(({ state }) => state === 'done').length
  const standing = results.filter(({ state }) => ['conflict', 'uncertain', 'failed'].includes(state))
  const again = standing.filter(({ state }) => state !== 'conflict')
  const nameOf = (userId: number) =>
    harmlessName(entries.find(({ user }) => user.id === userId)?.user.name ?? String(userId))

  const cancel = async () => {
    const lanes = [...Map.groupBy(mine, ({ lane }) => lane)]
    let tooLate = false
    for (const [lane, inLane] of lanes) {
      const userId = pupilOfLane(lane, homework.id)
      const entry = entries.find(({ user }) => user.id === userId)
      const back = entry && {
        todoId: homework.id,
        userId: entry.user.id,
        writes: inLane,
        opened: seenOf(entry.submission),
        points: (points: number) => formatPoints(points, language),
      }
      // One that can't be taken back keeps no other from it.
      if (!back || !(await unsend(outbox, back).catch(() => false))) tooLate = true
    }
    tellReturnAll(homework.id, tooLate ? 'cancelledSome' : 'cancelled')
  }
  const retry = async () => {
    const stuck = (write: Write) => write.state === 'failed' || write.state === 'uncertain'
    for (const { id } of mine.filter(stuck)) await outbox.writes.retry(id)
  }
  const isCounting = seconds > 0 && results.every(({ state }) => state === 'waiting')
  if (isCounting) {
    return (
      <Notice tone="stale" action={{ label: t('all.cancel'), run: () => void cancel() }}>
        {t('all.countdown', { count: results.length, seconds })}
        <LeftOut skipped={skipped} />
      </Notice>
    )
  }
  const isOver = done + standing.length === results.length
  const close = { label: t('all.close'), run: () => setClosed(group) }
  if (!isOver) {
    return (
      <Notice tone="stale" role="status">
        {t('all.progress', { done: String(done), count: String(results.length) })}
        <Progress mt="xs" value={Math.round((done / results.length) * 100)} aria-label={t('all.result')} />
      </Notice>
    )
  }
  if (standing.length === 0) {
    return (
      <Notice tone="ok" role="status" action={close}>
        {t('all.done', { count: results.length })}
        <LeftOut skipped={skipped} />
      </Notice>
    )
  }
  return (
    <Notice tone="warn" role="status" action={close}>
      {t('all.doneSome', { done: String(done), count: String(results.length) })}
      <ul className={styles.results} aria-label={t('all.result')}>
        {standing.map(({ userId, state }) => (
          <li key={userId}>
            <bdi>{nameOf(userId)}</bdi>: {t(wordOf(state))}
          </li>
        ))}
      </ul>
      {again.length > 0 && (
        <UnstyledButton variant="link" className={styles.retry} onClick={() => void retry()}>
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
      <p className={styles.left}>{t('all.skipped', { count: left.length })}</p>
      <ul className={styles.results}>
        {left.map(({ entry, why }) => (
          <li key={entry.user.id}>
            <bdi>{harmlessName(entry.user.name)}</bdi>: {t(skippedWords[why])}
          </li>
        ))}
      </ul>
    </>
  )
}

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

/** What became of each pupil's correction among writes that were made together, in their order. */
function groupResults(
  writes: readonly Pick<Write, 'lane' | 'state'>[],
  pupilOf: (lane: string) => number | undefined,
): { userId: number; state: WriteState }[] {
  return [...Map.groupBy(writes, ({ lane }) => lane)].flatMap(([lane, inLane]) => {
    const userId = pupilOf(lane)
    return userId === undefined ? [] : [{ userId, state: stateOf(inLane) ?? 'done' }]
  })
}
