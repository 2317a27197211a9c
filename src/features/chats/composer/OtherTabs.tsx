import { Button } from '@mantine/core'
import { useState } from 'react'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import type { DraftFork, DraftState, OpenDraft } from '../../../outbox/drafts/Drafts.ts'
import { StorageError } from '../../../outbox/storage/Store.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import styles from './Composer.module.css'
import { type ChatDraft, joinedDraft, sameDraft } from './messageDraft.ts'

type OtherTabsProps = {
  value: ChatDraft
  state: DraftState<ChatDraft>
  draft: OpenDraft<ChatDraft>
  change: (patch: (now: ChatDraft) => Partial<ChatDraft>) => void
}

/** The same message begun in another tab: one line each, until a person chooses. Neither is lost meanwhile. */
export function OtherTabs({ value, state, draft, change }: OtherTabsProps) {
  const t = useT('composer')
  const format = useFormat()
  const [notStored, setNotStored] = useState(false)
  if (state.forks.length === 0) return null
  const orSay = (act: () => Promise<unknown>) => () => {
    setNotStored(false)
    act().catch(() => setNotStored(true))
  }
  const isEmpty = value.text === '' && value.files.length === 0
  return (
    <ul className={styles.forks}>
      {state.forks.map(({ id, value: other, savedAt }) => (
        <li key={id}>
          <span className={styles.forkLead}>{t('forks.lead', { time: format.time(savedAt) })}</span>
          <span className={styles.forkText} dir="auto">
            {other.text || other.files.map(({ name }) => name).join(', ')}
          </span>
          <Button
            variant="subtle"
            size="sm"
            onClick={orSay(() =>
              isEmpty ? draft.takeFork(id) : addFork(draft, { id, value: other }, change),
            )}
          >
            {t(isEmpty ? 'forks.take' : 'forks.add')}
          </Button>
          <Button variant="subtle" size="sm" onClick={orSay(() => draft.dropFork(id))}>
            {t('forks.drop')}
          </Button>
        </li>
      ))}
      {notStored && (
        <li>
          <Notice tone="danger" role="alert">
            {t('notStored')}
          </Notice>
        </li>
      )}
    </ul>
  )
}

type Change = (patch: (now: ChatDraft) => Partial<ChatDraft>) => void

/**
 * Adds what another tab wrote to what is in the field; its own version goes once that is on disk. Throws `StorageError` when
 * nothing can be stored: then both stay as they were.
 */
export async function addFork(
  draft: OpenDraft<ChatDraft>,
  { id, value: other }: Pick<DraftFork<ChatDraft>, 'id' | 'value'>,
  change: Change,
): Promise<void> {
  let steps: { before: ChatDraft; after: ChatDraft } | undefined
  change(before => {
    const after = joinedDraft(before, other)
    steps = { before, after }
    return after
  })
  if (await draft.flush()) return draft.dropFork(id)
  // Added once more it would stand there twice.
  change(now => (steps && sameDraft(now, steps.after) ? steps.before : {}))
  throw new StorageError('the draft was not stored')
}
