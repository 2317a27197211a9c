import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import type { DraftFork, OpenDraft } from '../../../outbox/Drafts.ts'
import { Button } from '../../../ui/Button.tsx'
import styles from './HandInForm.module.css'
import type { HandInDraft } from './handInDraft.ts'
import own from './OwnWork.module.css'

type OtherVersionsProps = {
  forks: readonly DraftFork<HandInDraft>[]
  draft: OpenDraft<HandInDraft>
}

/** What was typed into the same form in another tab at the same time: both are there until one is chosen. */
export function OtherVersions({ forks, draft }: OtherVersionsProps) {
  const t = useT('task')
  const format = useFormat()
  return forks.map(({ id, value, savedAt }) => (
    <div key={id} className={styles.other} role="status">
      <p>{t('form.fork', { time: format.time(savedAt) })}</p>
      <blockquote className={own.quote} dir="auto">
        {value.comment}
        {value.files.length > 0 && <p>{t('form.forkFiles', { count: value.files.length })}</p>}
      </blockquote>
      <div className={styles.buttons}>
        <Button size="small" onClick={() => void draft.takeFork(id)}>
          {t('form.forkTake')}
        </Button>
        <Button size="small" look="quiet" onClick={() => void draft.dropFork(id)}>
          {t('form.forkDrop')}
        </Button>
      </div>
    </div>
  ))
}
