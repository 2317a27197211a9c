import { Box, Button, VisuallyHidden } from '@mantine/core'
import { IconClock } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Chat } from '../../../contract/chats.ts'
import { useNow } from '../../../i18n/SchoolTime.tsx'
import { useT } from '../../../i18n/useT.ts'
import { useHasExtensions } from '../../../session/extensions.ts'
import { lazyComponent } from '../../../ui/feedback/lazyComponent.tsx'
import { WhyDisabled } from '../../../ui/inputs/WhyDisabled.tsx'
import { focusMessageField } from '../MessageField.tsx'
import { type ChatDraft, getMessageText, isSameDraft } from '../messageDraft.ts'
import { useSendTimeFormat } from './useScheduledMessages.ts'
import { schoolDaysQuery } from './useSchoolDays.ts'

const SendLaterDialog = lazyComponent(
  async () => (await import('./SendLaterDialog.tsx')).SendLaterDialog,
  'sendLater',
)

type SendLaterButtonProps = {
  draft: ChatDraft
  /** Why the message can't be sent now or later. */
  problem: string | false | undefined
  onClick: () => void
}

/** Absent without extensions. */
export function SendLaterButton({ draft, problem, onClick }: SendLaterButtonProps) {
  const t = useT('sendLater')
  const client = useQueryClient()
  const hasExtensions = useHasExtensions()
  const obstacle = getObstacle(draft)
  if (!hasExtensions) return null
  const preload = () => {
    void SendLaterDialog.preload()
    void client.prefetchQuery(schoolDaysQuery())
  }
  return (
    <WhyDisabled reason={obstacle ? t(obstacle) : problem}>
      <Button
        variant="subtle"
        size="sm"
        c="dimmed"
        px="xs"
        flex="none"
        aria-haspopup="dialog"
        onPointerEnter={preload}
        onFocus={preload}
        onClick={onClick}
      >
        {/* On phones, the sentence about the readers needs the space. */}
        <Box component="span" visibleFrom="sm" style={{ lineHeight: 0 }}>
          <IconClock aria-hidden />
        </Box>
        {t('open')}
      </Button>
    </WhyDisabled>
  )
}

type SendLaterProps = {
  chat: Chat
  isOpen: boolean
  close: () => void
  draft: ChatDraft
  change: (patch: (draft: ChatDraft) => Partial<ChatDraft>) => void
  /** Sentence about the readers. */
  audience: string
}

/** Dialog of `SendLaterButton`. Must be outside of the composer's form, to which its events would bubble. */
export function SendLater({ chat, isOpen, close, draft, change, audience }: SendLaterProps) {
  const t = useT('sendLater')
  const now = useNow()
  const formatSendTime = useSendTimeFormat()
  const [scheduledAt, setScheduledAt] = useState<number>()
  const handleScheduled = (instant: number) => {
    close()
    setScheduledAt(instant)
    // Another tab may have changed the draft.
    change(current => (isSameDraft(current, draft) ? { text: '', quote: undefined } : {}))
    setTimeout(focusMessageField)
  }
  return (
    <>
      <VisuallyHidden role="status">
        {scheduledAt !== undefined && t('scheduled', { when: formatSendTime(scheduledAt, now) })}
      </VisuallyHidden>
      {isOpen && (
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

/**
 * The service sends only texts later. A request for confirmation is a poll. The time of a reminder is recorded on this
 * device, which may be off when the service sends it.
 */
function getObstacle({ files, confirmText, remindsOf }: ChatDraft) {
  if (files.length > 0) return 'noFiles'
  if (confirmText !== undefined) return 'noConfirmation'
  return remindsOf === undefined ? undefined : 'noReminder'
}
