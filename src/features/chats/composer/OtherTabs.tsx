import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import type { DraftState, OpenDraft } from '../../../outbox/Drafts.ts'
import { Button } from '../../../ui/Button.tsx'
import styles from './Composer.module.css'
import type { ChatDraft } from './chatDraft.ts'

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
  if (state.forks.length === 0) return null
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
            look="quiet"
            size="small"
            onClick={() => {
              if (isEmpty) return void draft.takeFork(id)
              change(now => ({
                text: [now.text, other.text].filter(text => text !== '').join('\n'),
                files: [...now.files, ...other.files],
              }))
              void draft.flush().then(() => draft.dropFork(id))
            }}
          >
            {t(isEmpty ? 'forks.take' : 'forks.add')}
          </Button>
          <Button look="quiet" size="small" onClick={() => void draft.dropFork(id)}>
            {t('forks.drop')}
          </Button>
        </li>
      ))}
    </ul>
  )
}
