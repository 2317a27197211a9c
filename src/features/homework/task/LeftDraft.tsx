import { useT } from '../../../i18n/useT.ts'
import type { OpenDraft } from '../../../outbox/Drafts.ts'
import { Button } from '../../../ui/Button.tsx'
import { FileName } from '../../../ui/FileName.tsx'
import type { HandInDraft } from './handInDraft.ts'
import styles from './OwnWork.module.css'

type LeftDraftProps = { draft: OpenDraft<HandInDraft>; value: HandInDraft }

/** What was still being written when it could no longer be handed in: it stays until its pupil throws it away. */
export function LeftDraft({ draft, value }: LeftDraftProps) {
  const t = useT('task')
  return (
    <section className={styles.section}>
      <p className={styles.soft}>{t('form.left')}</p>
      <blockquote className={styles.quote} dir="auto">
        {value.comment}
        {value.files.map(({ id, name }) => (
          <p key={id}>
            <FileName name={name} />
          </p>
        ))}
      </blockquote>
      <Button size="small" onClick={() => void draft.discard()}>
        {t('form.leftDrop')}
      </Button>
    </section>
  )
}
