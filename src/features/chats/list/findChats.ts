import type { Chat } from '../../../contract/chats.ts'
import { folded, wordsOf } from '../../../lib/folded.ts'
import { oneLine } from './lastLine.ts'

/** The chats in whose name or last message every word is found. */
export function findChats(
  chats: readonly Chat[],
  find: string,
  nameOf: (chat: Chat) => string,
): readonly Chat[] {
  const words = wordsOf(find)
  if (words.length === 0) return chats
  return chats.filter(chat => {
    const last = chat.last_message
    const text = folded(`${nameOf(chat)} ${last?.user?.name ?? ''} ${oneLine(last?.text ?? '')}`)
    return words.every(word => text.includes(word))
  })
}
