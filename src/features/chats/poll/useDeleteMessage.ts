import { useSyncExternalStore } from 'react'
import type { Chat } from '../../../contract/chats.ts'
import type { Message } from '../../../contract/messages.ts'
import { useDeletions } from './createDeletions.ts'

/**
 * Deletes messages of a chat (`mayDelete` says which). `deleting`: ids not to be shown any more. `DeletingMessages` must be
 * mounted beside them: it asks about other people's and offers the way back.
 */
export function useDeleteMessage(chat: Pick<Chat, 'id'>): {
  askDelete: (message: Message) => void
  deleting: ReadonlySet<number>
} {
  const deletions = useDeletions()
  const { deleting } = useSyncExternalStore(deletions.subscribe, () => deletions.of(chat.id))
  return { askDelete: deletions.ask, deleting }
}
