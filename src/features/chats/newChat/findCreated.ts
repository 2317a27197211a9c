import type { Chat } from '../../../contract/chats.ts'
import { settling } from '../../../outbox/advance.ts'

/** What was there before a chat was sent, as far as anybody knows, and under which name it was. */
export type SentChat = { known: ReadonlySet<number> | undefined; name: string }

/**
 * The chat an answer was lost of: one of that name that is new. A request may arrive late, so only what is read once it
 * can't any more says "not there" (`undefined`, cases 23). Throws what `read` throws.
 */
export async function findCreated(
  read: () => Promise<readonly Chat[]>,
  { known, name }: SentChat,
): Promise<Chat | undefined> {
  const find = async () =>
    (await read()).findLast(chat => chat.is_admin && chat.name === name && !known?.has(chat.id))
  const atOnce = await find()
  if (atOnce) return atOnce
  await new Promise(resolve => setTimeout(resolve, settling))
  return find()
}
