import { useSyncExternalStore } from 'react'
import type { Message } from '../../../contract/messages.ts'
import { useReactionChanges } from './createReactions.ts'

/** Reacts to messages. `offered` turns false once the service has said that it has no reactions. */
export function useReact(): {
  offered: boolean
  /** Gives a reaction, or takes it back. Answers whether the service took it; never throws. */
  react: (message: Message, emoji: string) => Promise<boolean>
} {
  const changes = useReactionChanges()
  const unsupported = useSyncExternalStore(changes.subscribe, changes.unsupported)
  return { offered: !unsupported, react: changes.toggle }
}
