import { Button } from '@mantine/core'
import type { Message } from '../../../contract/messages.ts'
import { useT } from '../../../i18n/useT.ts'
import { harmlessName } from '../../../ui/harmlessName.ts'
import { Dialog } from '../../../ui/layout/Dialog.tsx'
import styles from './DeleteOthers.module.css'

type DeleteOthersProps = { message: Message; confirm: () => void; refuse: () => void }

/** Asked before an administrator takes away what somebody else said. */
export function DeleteOthers({ message, confirm, refuse }: DeleteOthersProps) {
  const t = useT('polls')
  const name = harmlessName(message.user.name)
  return (
    <Dialog
      title={t('delete.others.title', { name })}
      close={{ label: t('delete.others.keep'), run: refuse }}
    >
      {message.text.trim() !== '' && (
        <blockquote className={styles.quote} dir="auto">
          {message.text.slice(0, 300)}
          {message.text.length > 300 && '…'}
        </blockquote>
      )}
      <p className={styles.lead}>{t('delete.others.lead')}</p>
      <div className={styles.answers}>
        <Button data-autofocus onClick={refuse}>
          {t('delete.others.keep')}
        </Button>
        <Button variant="subtle" className={styles.deletes} onClick={confirm}>
          {t('delete.others.run', { name })}
        </Button>
      </div>
    </Dialog>
  )
}
