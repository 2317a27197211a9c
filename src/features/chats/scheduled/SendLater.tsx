import { Button, VisuallyHidden } from '@mantine/core'
import { IconClock } from '@tabler/icons-react'
import { useState } from 'react'
import type { Chat } from '../../../contract/chats.ts'
import { useNow } from '../../../i18n/SchoolTime.tsx'
import { useT } from '../../../i18n/useT.ts'
import { lazyComponent } from '../../../ui/feedback/lazyComponent.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Dialog } from '../../../ui/layout/Dialog.tsx'
import { focusMessageField } from '../MessageField.tsx'
import { type ChatDraft, getMessageText, isSameDraft } from '../messageQueue.ts'
import { useSendTimeFormat } from './useScheduledMessages.ts'

const SendLaterDialog = lazyComponent(
  async () => (await import('./SendLaterDialog.tsx')).SendLaterDialog,
  'sendLater',
)

type SendLaterProps = {
  chat: Chat
  draft: ChatDraft
  isTooLong: boolean
  change: (patch: (draft: ChatDraft) => Partial<ChatDraft>) => void
  /** Sentence about the readers. */
  audience: string
}

/** Button that opens the times. Absent if the service has no scheduled messages. */
export function SendLater({ chat, draft, isTooLong, change, audience }: SendLaterProps) {
  const t = useT('sendLater')
  const now = useNow()
  const formatSendTime = useSendTimeFormat()
  const [isOpen, setOpen] = useState(false)
  const [scheduledAt, setScheduledAt] = useState<number>()
  if (chat.can_send_later !== true) return null
  const handleClick = () => {
    if (draft.text.trim() === '' && draft.files.length === 0) focusMessageField()
    else if (!isTooLong) setOpen(true)
  }
  const close = () => setOpen(false)
  const handleScheduled = (instant: number) => {
    close()
    setScheduledAt(instant)
    // Another tab may have changed the draft.
    change(current => (isSameDraft(current, draft) ? { text: '', quote: undefined } : {}))
    setTimeout(focusMessageField)
  }
  return (
    <>
      <Button
        variant="subtle"
        size="sm"
        c="dimmed"
        flex="none"
        aria-haspopup="dialog"
        leftSection={<IconClock aria-hidden />}
        onClick={handleClick}
      >
        {t('open')}
      </Button>
      <VisuallyHidden role="status">
        {scheduledAt !== undefined && t('scheduled', { when: formatSendTime(scheduledAt, now) })}
      </VisuallyHidden>
      {isOpen && draft.files.length > 0 && (
        <Dialog title={t('title')} close={{ label: t('close'), run: close }}>
          <Notice tone="warn">{t('noFiles')}</Notice>
        </Dialog>
      )}
      {isOpen && draft.files.length === 0 && (
        <SendLaterDialog
          chatId={chat.id}
          text={getMessageText(draft)}
          audience={audience}
          close={close}
          onScheduled={handleScheduled}
        />
      )}
    </>
  )
}
