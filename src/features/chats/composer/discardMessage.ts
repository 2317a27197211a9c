import type { Outbox } from '../../../outbox/Outbox.ts'
import type { MessageOnTheWay } from './sendingMessages.ts'

/**
 * Throws away a message that was not sent. The message before its files: while it is there, none may be missing, and once
 * it is gone the outbox drops what is left of them. False when it was too late; throws `NotKept` when it can't be removed.
 */
export async function discardMessage(
  outbox: Outbox,
  { writes }: Pick<MessageOnTheWay, 'writes'>,
): Promise<boolean> {
  const [itself, ...files] = writes.toReversed()
  if (!itself || !(await outbox.writes.cancel(itself.id))) return false
  for (const { id } of files) await outbox.writes.cancel(id).catch(() => false)
  return true
}
