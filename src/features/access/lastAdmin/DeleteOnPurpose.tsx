import { IconTrash } from '@tabler/icons-react'
import { useId, useState } from 'react'
import type { AccessOf } from '../../../app/paths.ts'
import { useT } from '../../../i18n/useT.ts'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import type { ContentWords } from '../content/useContentWords.ts'
import type { Failure, Outcome } from '../model/createAccessWrites.ts'
import styles from './LastAdmin.module.css'
import { isTyped, nameToType } from './nameToType.ts'

type DeleteOnPurposeProps = {
  of: AccessOf
  content: ContentWords
  remove: () => Promise<Outcome>
  reasonOf: (failure: Failure) => string
  onDeleted: () => void
  /** Nothing was deleted: the list of who has access is not what it was. */
  onStopped: () => void
}

/** Deletes the content with its last admin, once its name was typed. */
export function DeleteOnPurpose(props: DeleteOnPurposeProps) {
  const { of, content, remove, reasonOf, onDeleted, onStopped } = props
  const t = useT('access')
  const id = useId()
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState(false)
  const [reason, setReason] = useState<string>()
  const wanted = nameToType(content.name, t(`numbered.${content.kind}`, { id: String(of.id) }))
  const ready = isTyped(typed, wanted)

  const run = async () => {
    if (!ready || busy) return
    setBusy(true)
    setReason(undefined)
    const outcome = await remove()
    setBusy(false)
    if (outcome.kind === 'done') onDeleted()
    else if (outcome.kind === 'failed') setReason(reasonOf(outcome.failure))
    else if (outcome.kind !== 'ignored') onStopped()
  }
  return (
    <fieldset className={styles.way} aria-label={t('last.delete')}>
      <h3>{t('last.delete')}</h3>
      <p className={styles.type} id={id}>
        {t.rich('last.type', {
          name: wanted,
          b: chunks => (
            <b>
              <bdi>{chunks}</bdi>
            </b>
          ),
        })}
      </p>
      <div className={styles.row}>
        <input
          className={styles.field}
          aria-label={t('last.typed')}
          aria-describedby={id}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          onKeyDown={event => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
            event.preventDefault()
            if (!event.repeat) void run()
          }}
        />
        <Button
          className={ready ? (styles.danger ?? '') : ''}
          disabled={!ready}
          aria-disabled={busy}
          onClick={() => void run()}
        >
          <IconTrash aria-hidden />
          {busy ? t('last.deleting') : t(`delete.${content.kind}`)}
        </Button>
      </div>
      {reason !== undefined && (
        <Notice tone="danger" role="alert">
          {t('last.failed.delete', { reason })}
        </Notice>
      )}
    </fieldset>
  )
}
