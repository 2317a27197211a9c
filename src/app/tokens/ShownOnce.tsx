import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { useT } from '../../i18n/useT.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'
import styles from './Tokens.module.css'

/** The token itself, which no later answer has. Gone from the page with "Done". */
export function ShownOnce({ token, done }: { token: string; done: () => void }) {
  const t = useT('tokens')
  const [copied, setCopied] = useState<'no' | 'yes' | 'failed'>('no')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(token)
      setCopied('yes')
    } catch {
      setCopied('failed')
    }
  }
  return (
    <section className={styles.form}>
      <Notice tone="warn" role="status">
        {t.rich('shownOnce', { b: text => <b>{text}</b> })}
      </Notice>
      <Field
        label={t('token')}
        readOnly
        autoFocus
        value={token}
        error={copied === 'failed' ? t('notCopied') : undefined}
        onFocus={event => event.target.select()}
      />
      <div className={styles.buttons}>
        <Button look="primary" onClick={() => void copy()}>
          {copied === 'yes' ? <IconCheck aria-hidden /> : <IconCopy aria-hidden />}
          {copied === 'yes' ? t('copied') : t('copy')}
        </Button>
        <Button look="quiet" onClick={done}>
          {t('done')}
        </Button>
      </div>
    </section>
  )
}
