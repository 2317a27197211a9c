import type { Outbox } from '../../../outbox/Outbox.ts'
import type { MessageOnTheWay } from './sendingMessages.ts'

/** Throws away a message that was not sent. The message before its files: while it is there, none may be missing. */
export async function discardMessage(
  outbox: Outbox,
  { writes }: Pick<MessageOnTheWay, 'writes'>,
): Promise<boolean> {
  const [itself, ...files] = writes.toReversed()
  if (!itself || !(await outbox.writes.cancel(itself.id))) return false
  for (const { id } of files) await outbox.writes.cancel(id)
  return true
}
