import { Box, Progress, Text } from '@mantine/core'
import { useLocale } from 'use-intl'
import type { Homework } from '../../../contract/homework.ts'
import type { SubmissionEntry } from '../../../contract/submissions.ts'
import { useDelivery, useEntries } from '../../../delivery/DeliveryContext.ts'
import { canEdit, isBlocked } from '../../../delivery/entries/Entry.ts'
import { useT } from '../../../i18n/useT.ts'
import { compareByFamilyName } from '../../../lib/familyName.ts'
import { useIsRecentlyFinished } from '../../../ui/feedback/finishedNotice.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { useStoredAction } from '../../../ui/feedback/useStoredAction.tsx'
import { sanitizeName } from '../../../ui/sanitizeName.ts'
import { correctionLane, correctionLanePrefix } from '../progress/returnStates.ts'
import styles from './Correction.module.css'
import { PendingCorrection } from './PendingCorrection.tsx'
import { getReturnAllGroup, type OmittedDraft, useOmittedDrafts } from './useReturnAll.ts'
import { useSecondsUntil } from './useSecondsUntil.ts'

type ReturnAllStatusProps = {
  homework: Homework
  entries: readonly SubmissionEntry[]
  /** Whether to list the corrections that need attention. */
  showsBlocked?: boolean
}

/** State of "Return all drafts": the countdown, the progress, and the corrections that need attention. */
export function ReturnAllStatus({
  homework,
  entries: submissions,
  showsBlocked = true,
}: ReturnAllStatusProps) {
  const t = useT('correction')
  const delivery = useDelivery()
  const { run, storageError } = useStoredAction()
  const { omitted: omittedByGroup, setOmitted } = useOmittedDrafts()
  const prefix = getReturnAllGroup(homework.id)
  const ofHomework = useEntries(correctionLanePrefix(homework.id))
  const group =
    ofHomework.map(entry => entry.group).findLast(name => name?.startsWith(prefix)) ??
    [...omittedByGroup.keys()].find(name => name.startsWith(prefix))
  const entries = ofHomework.filter(entry => group !== undefined && entry.group === group)
  const omitted = omittedByGroup.get(group ?? '') ?? []
  const count = entries.length
  const done = entries.filter(({ state }) => state === 'done').length
  const blocked = entries.filter(isBlocked)
  const seconds = useSecondsUntil(Math.max(0, ...entries.map(({ notBefore }) => notBefore)))
  const finishedAt = Math.max(0, ...entries.map(({ doneAt }) => doneAt ?? 0))
  const isRecent = useIsRecentlyFinished(count > 0 && done === count ? finishedAt : undefined)

  const undo = async () => {
    for (const entry of entries)
      await (canEdit(entry) ? delivery.entries.edit(entry.id) : delivery.entries.cancel(entry.id))
    setOmitted('', [])
  }
  const isCountdown = seconds > 0 && count > 0 && entries.every(({ state }) => state === 'waiting')
  const isSending = !isCountdown && done + blocked.length < count
  return (
    <>
      {isCountdown && (
        <Notice tone="stale" action={{ label: t('all.cancel'), run: () => run(undo) }}>
          {t('all.countdown', { count, seconds })}
        </Notice>
      )}
      {isSending && (
        <Notice tone="stale" role="status">
          {t('all.progress', { done: String(done), count: String(count) })}
          <Progress mt="xs" value={Math.round((done / count) * 100)} aria-label={t('all.result')} />
        </Notice>
      )}
      {isRecent && (
        <Notice tone="ok" role="status">
          {t('all.done', { count })}
        </Notice>
      )}
      {showsBlocked && blocked.length > 0 && (
        <Box mah="40vh" style={{ overflowY: 'auto' }}>
          {submissions
            .filter(({ user }) => blocked.some(({ lane }) => lane === correctionLane(homework.id, user.id)))
            .map(submission => (
              <PendingCorrection key={submission.user.id} homework={homework} entry={submission} />
            ))}
        </Box>
      )}
      {omitted.length > 0 && (
        <Notice tone="warn" role="status" action={{ label: t('all.close'), run: () => setOmitted('', []) }}>
          <OmittedDrafts drafts={omitted} submissions={submissions} />
        </Notice>
      )}
      {storageError}
    </>
  )
}

type OmittedDraftsProps = { drafts: readonly OmittedDraft[]; submissions: readonly SubmissionEntry[] }

function OmittedDrafts({ drafts, submissions }: OmittedDraftsProps) {
  const t = useT('correction')
  const compareByName = compareByFamilyName(useLocale())
  return (
    <>
      <Text inherit>{t('all.skipped', { count: drafts.length })}</Text>
      <ul className={styles.results}>
        {submissions
          .flatMap(({ user: { id, name } }) =>
            drafts.filter(draft => draft.userId === id).map(draft => ({ ...draft, name })),
          )
          .toSorted(compareByName)
          .map(({ userId, name, why }) => (
            <li key={userId}>
              <bdi translate="no">{sanitizeName(name)}</bdi>: {t(`all.omitted.${why}`)}
            </li>
          ))}
      </ul>
    </>
  )
}
