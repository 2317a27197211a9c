import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { keyOf } from '../../../api/cache/query.ts'
import { type Chat, chats } from '../../../contract/chats.ts'
import { withDraft } from '../../../outbox/drafts/acquireDraft.ts'
import type { Outbox } from '../../../outbox/Outbox.ts'
import { useOutbox } from '../../../outbox/OutboxContext.ts'
import { type CreateOptions, type NewChatBody, useChatCreation } from './createChat.ts'
import { addChatContent, type ChatContent } from './grantWrite.ts'
import {
  type Attempt,
  blankChat,
  isSameChat,
  type NewChatDraft,
  type NewChatValues,
  newChatDraft,
} from './newChatDraft.ts'

type ChatToCreate = { body: NewChatBody; values: NewChatValues; content: ChatContent }

/** Calls `onCreated` only while the form is open. */
export function useCreateChat(draftKey: string, onCreated: (chat: Chat) => void) {
  const client = useQueryClient()
  const outbox = useOutbox()
  const creation = useChatCreation()
  const creationState = useSyncExternalStore(creation.subscribe, creation.getState)
  const handleCreated = useEffectEvent((chat: Chat) => {
    client.setQueryData(keyOf(chats.get, { chat_id: chat.id }), chat)
    onCreated(chat)
  })
  useEffect(() => {
    if (creationState.kind === 'created') handleCreated(creationState.chat)
  }, [creationState])

  const toOptions = ({ body, values, content }: ChatToCreate): Omit<CreateOptions, 'attempt'> => ({
    body,
    storeAttempt: attempt => storeAttempt(outbox, { draftKey, values }, attempt),
    storeContent: chat => storeContent(outbox, { draftKey, values }, chat.id, content),
  })
  return {
    creationState,
    send: (chat: ChatToCreate, earlier: Attempt | undefined) =>
      void creation.send({
        ...toOptions(chat),
        attempt: earlier?.name === chat.body.name ? earlier : undefined,
      }),
    verify: (chat: ChatToCreate, attempt: Attempt) => void creation.verify({ ...toOptions(chat), attempt }),
  }
}

type FormValues = { draftKey: string; values: NewChatValues }

/** Also if the form is closed by then. Skipped if the draft is about another chat. */
async function storeAttempt(outbox: Outbox, { draftKey, values }: FormValues, sent: Attempt | undefined) {
  await withDraft(outbox, newChatDraft, draftKey, async draft => {
    const stored = draft.state().value ?? values
    if (draft.state().isReadOnly || !isSameChat(stored, values)) return
    const next: NewChatDraft = { ...values, sent }
    draft.set(next)
    await draft.flush()
  })
}

/** Moves the content from the draft to the outbox. A draft about another chat remains. */
async function storeContent(
  outbox: Outbox,
  { draftKey, values }: FormValues,
  chatId: number,
  content: ChatContent,
) {
  const isMoved = await withDraft(outbox, newChatDraft, draftKey, async draft => {
    const stored = draft.state().value
    if (!stored || !isSameChat(stored, values)) return false
    return draft.submit(
      stored,
      change => addChatContent(outbox, chatId, content, change),
      () => blankChat,
    )
  })
  if (!isMoved) await addChatContent(outbox, chatId, content)
}
