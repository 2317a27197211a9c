import type { Chat } from '../../../contract/chats.ts'
import type { Message } from '../../../contract/messages.ts'
import type { Permission } from '../../../contract/permissions.ts'

type LoadedChat = {
  chat: Pick<Chat, 'id' | 'is_direct' | 'direct_user_id' | 'last_message'>
  name: string
  /** Undefined if they are not loaded. */
  grants?: readonly Pick<Permission, 'target'>[] | undefined
  messages?: readonly Pick<Message, 'user'>[] | undefined
}

/** Returns the first direct chat per person, by their ID, and the names of those with an unknown person. */
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

/** A service without `direct_user_id` shows the other person elsewhere. */
function findOtherPersonId({ chat, grants, messages }: LoadedChat, readerId: number): number | undefined {
  const ids = [
    chat.direct_user_id,
    ...(grants ?? []).map(({ target }) => target.ids.user_id),
    chat.last_message?.user?.id,
    ...(messages ?? []).map(({ user }) => user.id),
  ]
  return ids.find((id): id is number => typeof id === 'number' && id !== readerId)
}
