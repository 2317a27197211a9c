import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { keyOf } from '../../../api/query.ts'
import { type Chat, chats } from '../../../contract/chats.ts'
import { useOutbox } from '../../../outbox/OutboxContext.ts'
import { withDraft } from '../../../outbox/withDraft.ts'
import { useChatCreation } from './createChatCreation.ts'
import { type NewChatDraft, newChatDraft, newChatKey } from './newChatDraft.ts'

/** The creation of a chat, for its form. `onMade` is called in a form that is still open, and no other. */
export function useCreateChat(onMade: (chat: Chat) => void) {
  const client = useQueryClient()
  const outbox = useOutbox()
  const creation = useChatCreation()
  const creating = useSyncExternalStore(creation.subscribe, creation.state)
  const open = useEffectEvent((chat: Chat) => {
    client.setQueryData(keyOf(chats.get, { chat_id: chat.id }), chat)
    onMade(chat)
  })
  useEffect(() => {
    if (creating.kind === 'made') open(creating.chat)
  }, [creating])
  /** What was typed goes once the chat is there, though the form is closed by then. */
  const thenDiscard = (made: Promise<boolean>) => {
    const discard = withDraft(outbox, newChatDraft, newChatKey, async draft => {
      if (await made) await draft.discard()
    })
    // Not discarded it stands in the field again: nothing is lost.
    discard.catch(() => undefined)
  }
  return {
    creating,
    send: (draft: NewChatDraft) => thenDiscard(creation.send(draft)),
    lookAgain: () => thenDiscard(creation.lookAgain()),
    touched: creation.touched,
  }
}
