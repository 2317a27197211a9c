import { IconCheck, IconCopy, IconTrash } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import type { Message } from '../../../contract/messages.ts'
import { Button } from '../../../ui/Button.tsx'
import { AddReaction } from '../poll/AddReaction.tsx'
import { mayDelete } from '../poll/mayDelete.ts'
import styles from './MessageActions.module.css'
import { useTalk, useTalkChat } from './TalkContext.ts'

/** What can be done with one message, over its corner while it is pointed at or holds the focus. */
export function MessageActions({ message }: { message: Message }) {
  const { t } = useTalk()
  const { askDelete } = useTalkChat()
  const bar = useRef<HTMLDivElement>(null)
  // They stand above the message there, and above the topmost one out of sight.
  useEffect(() => {
    if (matchMedia('(pointer: coarse)').matches) bar.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={bar} className={styles.actions} role="toolbar" aria-label={t('actions')}>
      <AddReaction message={message} />
      {message.text.trim() !== '' && <CopyButton text={message.text} />}
      {mayDelete(message) && (
        <Button
          look="quiet"
          size="small"
          square
          aria-label={t('delete')}
          title={t('delete')}
          onClick={() => askDelete(message)}
        >
          <IconTrash aria-hidden />
        </Button>
      )}
    </div>
  )
}

function CopyButton({ text }: { text: string }) {
  const { t, say } = useTalk()
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
      say(t('copied'))
    } catch {
      say(t('copyFailed'))
    }
  }
  const label = copied ? t('copied') : t('copy')
  return (
    <Button look="quiet" size="small" square aria-label={label} title={label} onClick={() => void copy()}>
      {copied ? <IconCheck aria-hidden /> : <IconCopy aria-hidden />}
    </Button>
  )
}
