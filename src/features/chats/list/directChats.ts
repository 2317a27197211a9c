import type { Chat } from '../../../contract/chats.ts'
import type { Message } from '../../../contract/messages.ts'
import type { Permission } from '../../../contract/permissions.ts'

type LoadedChat = {
  chat: Pick<Chat, 'id' | 'is_direct' | 'direct_user_id' | 'last_message'>
  /** The name as the chat list shows it. */
  name: string
  /** Grants and messages of the chat, if they are loaded. */
  grants?: readonly Pick<Permission, 'target'>[] | undefined
  messages?: readonly Pick<Message, 'user'>[] | undefined
}

/**
 * Returns the direct chats by the ID of the other person, and the names of those whose other person is unknown.
 * The first chat with a person is the one that is found.
 */
export function groupDirectChats(chats: readonly LoadedChat[], readerId: number) {
  const byPerson = new Map<number, number>()
  const unknownNames = new Set<string>()
  for (const loaded of chats) {
    if (!loaded.chat.is_direct) continue
    const id = findOtherPersonId(loaded, readerId)
    if (id === undefined) unknownNames.add(loaded.name)
    else if (!byPerson.has(id)) byPerson.set(id, loaded.chat.id)
  }
  return { byPerson, unknownNames }
}

/** Returns the ID of the other person of a direct chat. A service without `direct_user_id` shows it elsewhere. */
function findOtherPersonId({ chat, grants, messages }: LoadedChat, readerId: number): number | undefined {
  const ids = [
    chat.direct_user_id,
    ...(grants ?? []).map(({ target }) => target.ids.user_id),
    chat.last_message?.user?.id,
    ...(messages ?? []).map(({ user }) => user.id),
  ]
  return ids.find((id): id is number => typeof id === 'number' && id !== readerId)
}
