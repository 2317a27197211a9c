import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { useLocale } from 'use-intl'
import { undoMs } from '../../../api/cache/undoableDeletions.ts'
import type { Homework } from '../../../contract/homework.ts'
import type { SubmissionEntry } from '../../../contract/submissions.ts'
import { useNow, useSchoolTime } from '../../../i18n/SchoolTime.tsx'
import { useT } from '../../../i18n/useT.ts'
import { getFirstName } from '../../../lib/familyName.ts'
import { useOutbox, useWrites } from '../../../outbox/OutboxContext.ts'
import type { Write } from '../../../outbox/queue/Writes.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { sanitizeName } from '../../../ui/sanitizeName.ts'
import { correctionLanePrefix, isUndoable, parseLanePupilId } from '../progress/returnStates.ts'
import styles from './Correction.module.css'
import { toCorrectionSnapshot } from './correctionDraft.ts'
import { cancelReturn, findBaseSnapshot, findCorrectionBody } from './correctionWrite.ts'
import { useSecondsUntil } from './useSecondsUntil.ts'

/** `endsAt`: end of the undo time, in Unix ms. */
type UndoableReturn = { entry: SubmissionEntry; writes: readonly Write[]; endsAt: number }

type UndoReturn = {
  /** Undo button for the open pupil's return or else the newest one, or the reason why the last undo failed. */
  line: ReactNode
  /** Announcement for screen readers. */
  announcement: ReactNode
  undo: () => void
  /** Points of the corrections that can be undone, by pupil ID; null without points. */
  points: ReadonlyMap<number, number | null>
}

/** Returns the undo of "Return and next". Each correction waits in the outbox until its undo time is over. */
export function useUndoReturn(
  homework: Homework,
  entries: readonly SubmissionEntry[],
  openId: number | undefined,
  onUndone: (userId: number) => void,
): UndoReturn {
  const t = useT('correction')
  const outbox = useOutbox()
  const language = useLocale()
  const { clock } = useSchoolTime()
  const now = useNow()
  const writes = useWrites(correctionLanePrefix(homework.id))
  const isUndoing = useRef(false)
  const [failure, setFailure] = useState<{ name: string; why: 'tooLate' | 'notStored' }>()
  const returns = getUndoableReturns(writes, homework.id, entries)
  const newest = returns.at(-1)
  const target = returns.find(({ entry, endsAt }) => entry.user.id === openId && endsAt > now) ?? newest
  const newestId = newest?.writes.at(-1)?.id

  // Remove an earlier failure when another correction is returned.
  const [lastNewestId, setLastNewestId] = useState(newestId)
  if (newestId !== lastNewestId) {
    setLastNewestId(newestId)
    if (newestId !== undefined) setFailure(undefined)
  }

  const undo = async () => {
    if (!target || isUndoing.current || clock() >= target.endsAt) return
    isUndoing.current = true
    const { user, submission } = target.entry
    const showFailure = (why: 'tooLate' | 'notStored') =>
      setFailure({ name: getFirstName(sanitizeName(user.name)), why })
    try {
      const isUndone = await cancelReturn(outbox, {
        todoId: homework.id,
        userId: user.id,
        writes: target.writes,
        base: findBaseSnapshot(target.writes) ?? toCorrectionSnapshot(submission),
        language,
      })
      if (isUndone) onUndone(user.id)
      else showFailure('tooLate')
    } catch {
      showFailure('notStored')
    } finally {
      isUndoing.current = false
    }
  }
  return {
    line: failure ? (
      <Notice tone="warn" role="alert" action={{ label: t('all.close'), run: () => setFailure(undefined) }}>
        {t(`undo.${failure.why}`, { name: failure.name })}
      </Notice>
    ) : (
      target && <UndoLine key={target.writes.at(-1)?.id} returned={target} undo={() => void undo()} />
    ),
    announcement: (
      <VisuallyHidden role="status">
        {newest && (
          <span key={newestId}>
            {t('undo.within', {
              name: getFirstName(sanitizeName(newest.entry.user.name)),
              seconds: String(undoMs / 1000),
            })}
          </span>
        )}
      </VisuallyHidden>
    ),
    undo: () => void undo(),
    // `now` changes once per minute. A correction that was not sent on time changes to "waiting" up to a minute late.
    points: new Map(
      returns
        .filter(({ endsAt }) => endsAt > now)
        .map(({ entry, writes }) => [entry.user.id, findCorrectionBody(writes)?.points ?? null]),
    ),
  }
}

/** Returns the corrections that can still be undone, the newest last. */
function getUndoableReturns(
  writes: readonly Write[],
  todoId: number,
  entries: readonly SubmissionEntry[],
): UndoableReturn[] {
  return [...Map.groupBy(writes, ({ lane }) => lane)]
    .flatMap(([lane, laneWrites]) => {
      const unfinished = laneWrites.filter(({ state }) => state !== 'done')
      const entry = entries.find(({ user }) => user.id === parseLanePupilId(lane, todoId))
      if (!entry || !isUndoable(unfinished)) return []
      const endsAt = Math.max(...unfinished.map(({ notBefore }) => notBefore))
      return [{ entry, writes: unfinished, endsAt }]
    })
    .sort((a, b) => a.endsAt - b.endsAt)
}

type UndoLineProps = { returned: UndoableReturn; undo: () => void }

/** "Returned to Ilja", with the undo button and the remaining seconds. */
function UndoLine({ returned: { entry, endsAt }, undo }: UndoLineProps) {
  const t = useT('correction')
  const seconds = useSecondsUntil(endsAt)
  if (seconds === 0) return null
  const name = getFirstName(sanitizeName(entry.user.name))
  return (
    <div className={styles.undo} data-undo>
      <IconCheck className={styles.undoIcon} aria-hidden />
      <span className={styles.undoText}>
        {t.rich('undo.returned', { name, person: text => <bdi translate="no">{text}</bdi> })}
      </span>
      <UnstyledButton
        variant="link"
        aria-keyshortcuts="u"
        aria-label={t('undo.actionFor', { name })}
        // The second click of a double click would undo the previous correction.
        onClick={event => event.detail < 2 && undo()}
      >
        {t('undo.action')}
      </UnstyledButton>
      <span className={styles.seconds}>{t('undo.seconds', { seconds: String(seconds) })}</span>
      {/* Not animated, because that would repaint the page all the time while the teacher types. */}
      <i className={styles.remainingTime} style={{ width: `${(seconds * 100_000) / undoMs}%` }} aria-hidden />
    </div>
  )
}
