import { IconCheck, IconCopy, IconTrash } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { Message } from '../../../contract/messages.ts'
import { AddReaction } from '../reactions/AddReaction.tsx'
import { mayDelete } from './deleteMessage.ts'
import styles from './MessageActions.module.css'
import { useMessageList, useMessageListChat } from './MessageListContext.ts'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import { ActionIcon, Popover } from '@mantine/core'
import { floatPlace } from '../../../ui/layout/FloatMenu.tsx'
import { FloatTarget, useOpened } from '../../../ui/layout/FloatTarget.tsx'

/** What can be done with one message, over its corner while it is pointed at or holds the focus. */
export function RowActions({ message }: { message: Message }) {
  const { t } = useMessageList()
  const { askDelete } = useMessageListChat()
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
        <ActionIcon
          variant="subtle"
          size="sm"
          aria-label={t('delete')}
          title={t('delete')}
          onClick={() => askDelete(message)}
        >
          <IconTrash aria-hidden />
        </ActionIcon>
      )}
    </div>
  )
}

function CopyButton({ text }: { text: string }) {
  const { t, say } = useMessageList()
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
    <ActionIcon variant="subtle" size="sm" aria-label={label} title={label} onClick={() => void copy()}>
      {copied ? <IconCheck aria-hidden /> : <IconCopy aria-hidden />}
    </ActionIcon>
  )
}

type FloatProps = {
  label: string
  /** The button it belongs to. */
  anchor: () => HTMLElement | null
  close: () => void
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void
  children: ReactNode
}

/** A small thing over the messages, beside its button. It is mounted open and holds the focus. */
export function MessageActions({ label, anchor, close, onKeyDown, children }: FloatProps) {
  const opened = useOpened()
  const press = (event: KeyboardEvent<HTMLElement>) => {
    onKeyDown?.(event)
    if (event.key === 'Escape') {
      event.preventDefault()
      close()
    }
    // The keys of the messages behind it are not its own.
    event.stopPropagation()
  }
  return (
    <Popover
      opened={opened}
      onChange={open => !open && close()}
      position="bottom-start"
      offset={4}
      {...floatPlace('top-start')}
      trapFocus
      returnFocus={false}
      classNames={{ dropdown: styles.float ?? '' }}
    >
      <Popover.Target refProp="place">
        <FloatTarget label={label} anchor={anchor} />
      </Popover.Target>
      <Popover.Dropdown onKeyDown={press}>{children}</Popover.Dropdown>
    </Popover>
  )
}
