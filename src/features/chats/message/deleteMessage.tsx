import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { keyOf, query } from '../../../api/cache/query.ts'
import { type Deletion, type Page, undoable, undoFor } from '../../../api/cache/undoable.ts'
import type { ApiError } from '../../../api/client/ApiError.ts'
import type { Chat } from '../../../contract/chats.ts'
import { type Message, messages } from '../../../contract/messages.ts'
import { errorSentence } from '../../../i18n/errorSentence.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { cutText } from '../../../lib/cutText.ts'
import { latePart } from '../../../ui/feedback/latePart.tsx'
import { type UndoLine, UndoLines } from '../../../ui/feedback/UndoLines.tsx'
import { harmlessName } from '../../../ui/harmlessName.ts'
import { perPerson } from '../chatQueries.ts'

const ConfirmDialog = latePart(
  async () => (await import('../../../ui/feedback/ConfirmDialog.tsx')).ConfirmDialog,
)

/** Deletions that can be undone, also in other chats, and deletions that failed. */
export function DeletingMessages({ chat }: { chat: Pick<Chat, 'id'> }) {
  const t = useT('polls')
  const errors = useT('errors')
  const format = useFormat()
  const deletions = useDeletions()
  const { open } = useSyncExternalStore(deletions.subscribe, () => deletions.of(chat.id))
  const asked = useStore(deletions.asked, all => all.get(chat.id))
  return (
    <>
      <UndoLines
        lines={open.map(lineOf)}
        label={t('delete.region')}
        within={t('delete.within', { seconds: `${undoFor / 1000}` })}
        lasts={undoFor}
        focusBack={focusMessages}
      />
      {asked && (
        <DeleteOthers
          message={asked}
          confirm={() => deletions.confirm(asked)}
          refuse={() => deletions.refuse(chat.id)}
        />
      )}
    </>
  )

  function lineOf({ id, stage, items: [message], error }: Deletion<Message>): UndoLine {
    const text = message ? beginningOf(message) : ''
    const said = t('delete.undoSaid', { text: cutText(text, 60) })
    if (stage !== 'failed') {
      return {
        ...{ id, stage, text: about(t('delete.deleted'), text) },
        actions: [{ label: t('delete.undo'), said, run: () => deletions.undo(id) }],
      }
    }
    const reason = errorSentence(error, errors, format.time)
    const why = error?.kind === 'offline' ? t('delete.noAnswer') : t('delete.failed', { reason })
    return {
      ...{ id, stage, text: about(why, text) },
      actions: [
        { label: errors('tryAgain'), run: () => deletions.retry(id) },
        { label: t('delete.dismiss'), run: () => deletions.forget(id) },
      ],
    }
  }

  /** Returns enough of a message to recognise it. */
  function beginningOf({ text, poll, has_poll, has_files, is_own, user }: Message): string {
    const words = text.trim().replaceAll(/\s+/gu, ' ')
    const said = words || t(poll || has_poll ? 'delete.poll' : has_files ? 'delete.files' : 'delete.message')
    return cutText(harmlessName(is_own ? said : t('delete.someone', { name: user.name, text: said })), 200)
  }
}

type DeleteOthersProps = { message: Message; confirm: () => void; refuse: () => void }

function DeleteOthers({ message: { text, user }, confirm, refuse }: DeleteOthersProps) {
  const t = useT('polls')
  const name = harmlessName(user.name)
  return (
    <ConfirmDialog
      title={t('delete.others.title', { name })}
      keep={{ label: t('delete.others.keep'), run: refuse }}
      confirm={{ label: t('delete.others.run', { name }), run: confirm }}
    >
      {text.trim() !== '' && <blockquote dir="auto">{cutText(text, 300, '…')}</blockquote>}
      <p>{t('delete.others.lead')}</p>
    </ConfirmDialog>
  )
}

const focusMessages = () =>
  document.querySelector<HTMLElement>('[role="log"]')?.focus({ preventScroll: true })

const about = (said: string, text: string) => (
  <>
    {said} <bdi>{text}</bdi>
  </>
)

/** Creates the deletions of a user in all chats. */
export function createDeletions(client: QueryClient, page: Page) {
  const deletions = undoable<Message, typeof messages.remove>(client, page, {
    key: chat_id => keyOf(messages.list, { chat_id }),
    remove: messages.remove,
    input: (chat_id, message_id) => ({ chat_id, message_id }),
  })
  const asked = createStore<ReadonlyMap<number, Message>>(() => new Map())
  const start = (message: Message) => deletions.start(message.chat_id, [message])
  const refuse = (chatId: number) =>
    asked.setState(all => new Map([...all].filter(([id]) => id !== chatId)), true)
  return {
    ...deletions,
    /** Messages of others that await confirmation, by chat ID. */
    asked,
    /** Deletes an own message at once, and another user's message after confirmation. */
    ask(message: Message) {
      if (message.is_own) return start(message)
      if (deletions.of(message.chat_id).deleting.has(message.id)) return
      asked.setState(all => new Map(all).set(message.chat_id, message), true)
    },
    confirm(message: Message) {
      refuse(message.chat_id)
      start(message)
    },
    refuse,
  }
}

export const useDeletions = perPerson(client => createDeletions(client, window))

/** Whether the user may delete a message. If the service does not say it (as in api.md), only their own messages. */
export const mayDelete = ({ can_delete, is_own }: Pick<Message, 'can_delete' | 'is_own'>): boolean =>
  can_delete ?? is_own

/**
 * Returns whether the service may support an action for which it returned `unsupported`. A 404 can also mean that the
 * message was deleted. So the chat is fetched again, which also removes deleted messages from the page.
 */
export async function isOffered(
  client: QueryClient,
  { id, chat_id }: Pick<Message, 'id' | 'chat_id'>,
  error: ApiError,
): Promise<boolean> {
  if (error.status !== 404) return false
  try {
    const now = await client.fetchQuery({ ...query(messages.list, { chat_id }), staleTime: 0, retry: false })
    return !now.rows.some(row => row.id === id)
  } catch {
    return true
  }
}

export function isDeleted(client: QueryClient, { id, chat_id }: Pick<Message, 'id' | 'chat_id'>): boolean {
  const known = client.getQueryData(keyOf(messages.list, { chat_id }))
  return known !== undefined && !known.rows.some(row => row.id === id)
}
