import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { keyOf } from '../../../api/cache/query.ts'
import {
  createUndoableDeletions,
  type Deletion,
  type Page,
  undoMs,
} from '../../../api/cache/undoableDeletions.ts'
import type { Chat } from '../../../contract/chats.ts'
import { type Message, messages } from '../../../contract/messages.ts'
import { formatError } from '../../../i18n/formatError.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { truncateText } from '../../../lib/truncateText.ts'
import { lazyComponent } from '../../../ui/feedback/lazyComponent.tsx'
import { type UndoLine, UndoLines } from '../../../ui/feedback/UndoLines.tsx'
import { sanitizeName } from '../../../ui/sanitizeName.ts'
import { createUserHook } from '../chatQueries.ts'
import { getAnswer } from '../quote.ts'

const ConfirmDialog = lazyComponent(
  async () => (await import('../../../ui/feedback/ConfirmDialog.tsx')).ConfirmDialog,
)

type MessageDeletionsProps = {
  chat: Pick<Chat, 'id'>
  onFocusLost: () => void
}

export function MessageDeletions({ chat, onFocusLost }: MessageDeletionsProps) {
  const t = useT('polls')
  const errors = useT('errors')
  const format = useFormat()
  const deletions = useDeletions()
  const { open } = useSyncExternalStore(deletions.subscribe, () => deletions.getState(chat.id))
  const unconfirmedMessage = useStore(deletions.pendingConfirmations, all => all.get(chat.id))
  return (
    <>
      <UndoLines
        lines={open.map(toUndoLine)}
        label={t('delete.region')}
        announcement={t('delete.within', { seconds: `${undoMs / 1000}` })}
        durationMs={undoMs}
        onFocusLost={onFocusLost}
      />
      {unconfirmedMessage && (
        <ConfirmDeleteDialog
          message={unconfirmedMessage}
          confirm={() => deletions.confirm(unconfirmedMessage)}
          cancel={() => deletions.cancel(chat.id)}
        />
      )}
    </>
  )

  function toUndoLine({ id, stage, items: [message], error }: Deletion<Message>): UndoLine {
    const text = message ? getExcerpt(message) : ''
    const ariaLabel = t('delete.undoSaid', { text: truncateText(text, 60) })
    if (stage !== 'failed') {
      return {
        ...{ id, stage, text: withExcerpt(t('delete.deleted'), text) },
        actions: [{ label: t('delete.undo'), ariaLabel, run: () => deletions.undo(id) }],
      }
    }
    const reason = formatError(error, errors, format.time)
    const failureText = error?.kind === 'offline' ? t('delete.noAnswer') : t('delete.failed', { reason })
    return {
      ...{ id, stage, text: withExcerpt(failureText, text) },
      actions: [
        { label: errors('tryAgain'), run: () => deletions.retry(id) },
        { label: t('delete.dismiss'), run: () => deletions.forget(id) },
      ],
    }
  }

  function getExcerpt({ text, poll, has_poll, has_files, is_own, user }: Message): string {
    const plainText = getAnswer(text).trim().replaceAll(/\s+/gu, ' ')
    const content =
      plainText || t(poll || has_poll ? 'delete.poll' : has_files ? 'delete.files' : 'delete.message')
    return truncateText(
      sanitizeName(is_own ? content : t('delete.someone', { name: user.name, text: content })),
      200,
    )
  }
}

type ConfirmDeleteDialogProps = { message: Message; confirm: () => void; cancel: () => void }

function ConfirmDeleteDialog({ message: { text, user }, confirm, cancel }: ConfirmDeleteDialogProps) {
  const t = useT('polls')
  const name = sanitizeName(user.name)
  const answer = getAnswer(text).trim()
  return (
    <ConfirmDialog
      title={t('delete.others.title', { name })}
      cancel={{ label: t('delete.others.keep'), run: cancel }}
      confirm={{ label: t('delete.others.run', { name }), run: confirm }}
    >
      {answer !== '' && <blockquote dir="auto">{truncateText(answer, 300, '…')}</blockquote>}
      <p>{t('delete.others.lead')}</p>
    </ConfirmDialog>
  )
}

const withExcerpt = (sentence: string, text: string) => (
  <>
    {sentence} <bdi>{text}</bdi>
  </>
)

export function createDeletions(client: QueryClient, page: Page) {
  const deletions = createUndoableDeletions<Message, typeof messages.remove>(client, page, {
    key: chat_id => keyOf(messages.list, { chat_id }),
    remove: messages.remove,
    input: (chat_id, message_id) => ({ chat_id, message_id }),
  })
  const pendingConfirmations = createStore<ReadonlyMap<number, Message>>(() => new Map())
  const start = (message: Message) => deletions.start(message.chat_id, [message])
  const cancel = (chatId: number) =>
    pendingConfirmations.setState(all => new Map([...all].filter(([id]) => id !== chatId)), true)
  return {
    ...deletions,
    /** By chat ID. */
    pendingConfirmations,
    /** Messages of other users are deleted after confirmation. */
    request(message: Message) {
      if (message.is_own) return start(message)
      if (deletions.getState(message.chat_id).deleting.has(message.id)) return
      pendingConfirmations.setState(all => new Map(all).set(message.chat_id, message), true)
    },
    confirm(message: Message) {
      cancel(message.chat_id)
      start(message)
    },
    cancel,
  }
}

export const useDeletions = createUserHook(client => createDeletions(client, window))

/** If the service does not send `can_delete` (as in api.md), users can delete their own messages only. */
export const canDelete = ({ can_delete, is_own }: Pick<Message, 'can_delete' | 'is_own'>): boolean =>
  can_delete ?? is_own
