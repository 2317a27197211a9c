import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useT } from '../../i18n/useT.ts'
import { useDraft } from '../../outbox/useDraft.ts'
import { Button } from '../../ui/Button.tsx'
import { chatDraft, draftKey } from './composer/chatDraft.ts'
import styles from './OpenChat.module.css'

/** What the reader wrote for a chat that is not here any more: to be read and taken along, not changed or sent. */
export function KeptWords({ chatId }: { chatId: number }) {
  const t = useT('chats')
  const id = useId()
  const [said, setSaid] = useState<'copied' | 'copyFailed'>()
  const { state } = useDraft(chatDraft, draftKey(chatId))
  const text = state.value?.text ?? ''
  if (text.trim() === '') return null
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setSaid('copied')
    } catch {
      setSaid('copyFailed')
    }
  }
  return (
    <div className={styles.kept}>
      <label htmlFor={id}>{t('gone.kept')}</label>
      <textarea id={id} readOnly rows={5} dir="auto" value={text} />
      <Button onClick={() => void copy()}>
        {said === 'copied' ? <IconCheck aria-hidden /> : <IconCopy aria-hidden />}
        {t('gone.copy')}
      </Button>
      <span role="status">{said ? t(`gone.${said}`) : ''}</span>
    </div>
  )
}
