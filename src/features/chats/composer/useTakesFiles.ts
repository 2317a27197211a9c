import { useEffect } from 'react'
import type { Chat } from '../../../contract/chats.ts'
import type { Outbox } from '../../../outbox/Outbox.ts'
import { useOutbox } from '../../../outbox/OutboxContext.ts'
import { useWrites } from '../../../outbox/useWrites.ts'
import { messageFileWrite } from './messageWrite.ts'

/** Whose service has refused a file for want of any place for it, as long as the page lives. */
const refusing = new WeakSet<Outbox>()

/** Why no files can be sent in a chat; `undefined` where they can, or where nobody has tried yet. */
export function useTakesFiles(chat: Pick<Chat, 'files_allowed'>): 'notAllowed' | 'unsupported' | undefined {
  const outbox = useOutbox()
  const isRefused = useWrites('chat/').some(
    ({ kind, error }) => kind === messageFileWrite.name && error?.kind === 'unsupported',
  )
  useEffect(() => {
    if (isRefused) refusing.add(outbox)
  }, [isRefused, outbox])
  if (!chat.files_allowed) return 'notAllowed'
  return isRefused || refusing.has(outbox) ? 'unsupported' : undefined
}
