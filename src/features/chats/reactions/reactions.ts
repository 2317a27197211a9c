import type { QueryClient } from '@tanstack/react-query'
import { createStore } from 'zustand/vanilla'
import { waitForCacheFlush } from '../../../api/cache/applyWrite.ts'
import { keyOf, write } from '../../../api/cache/query.ts'
import { ApiError } from '../../../api/client/ApiError.ts'
import { type Message, messages, reactionsOf } from '../../../contract/messages.ts'
import { createUserHook } from '../chatQueries.ts'

type ReactedMessage = Pick<Message, 'id' | 'chat_id' | 'reactions'>

/** `pending`: whether the user wants the reaction, by emoji. */
type ReactionState = { pending: ReadonlyMap<string, boolean>; error?: ApiError | 'unknown' }

const emptyState: ReactionState = { pending: new Map() }

const isOwn = ({ reactions }: Pick<Message, 'reactions'>, emoji: string): boolean =>
  reactionsOf({ reactions }).some(reaction => reaction.emoji === emoji && reaction.is_own === true)

export function createReactions(client: QueryClient) {
  const store = createStore<ReadonlyMap<number, ReactionState>>(() => new Map())
  const findState = (messageId: number) => store.getState().get(messageId)
  const activeRequests = new Map<string, Promise<boolean>>()

  const setReactionState = (messageId: number, state: ReactionState) =>
    store.setState(new Map(store.getState()).set(messageId, state), true)
  const setPending = (
    messageId: number,
    emoji: string,
    isSet: boolean | undefined,
    error?: ReactionState['error'],
  ) => {
    const pending = new Map(findState(messageId)?.pending)
    if (isSet === undefined) pending.delete(emoji)
    else pending.set(emoji, isSet)
    setReactionState(messageId, { pending, ...(error && { error }) })
  }

  /** The service can only toggle, so each request waits for the previous response. */
  async function sendToggles(message: ReactedMessage, emoji: string): Promise<boolean> {
    const input = { chat_id: message.chat_id, message_id: message.id, body: { emoji } }
    let isSet = isOwn(message, emoji)
    try {
      while (findState(message.id)?.pending.get(emoji) !== isSet) {
        isSet = isOwn(
          await client.getMutationCache().build(client, write(messages.react)).execute(input),
          emoji,
        )
        await waitForCacheFlush()
      }
      setPending(message.id, emoji, undefined)
      return true
    } catch (cause) {
      const error = cause instanceof ApiError ? cause : 'unknown'
      // The message may have been deleted.
      void client.invalidateQueries({ queryKey: keyOf(messages.list, { chat_id: message.chat_id }) })
      setPending(message.id, emoji, undefined, error)
      return false
    }
  }

  return {
    getState: (messageId: number): ReactionState => findState(messageId) ?? emptyState,
    subscribe: store.subscribe,
    /** Resolves to whether the service accepted it. Never rejects. */
    toggle(message: ReactedMessage, emoji: string): Promise<boolean> {
      const shown = findState(message.id)?.pending.get(emoji) ?? isOwn(message, emoji)
      setPending(message.id, emoji, !shown)
      const key = `${message.id} ${emoji}`
      const request =
        activeRequests.get(key) ?? sendToggles(message, emoji).finally(() => activeRequests.delete(key))
      activeRequests.set(key, request)
      return request
    },
  }
}

export const useReactionChanges = createUserHook(createReactions)
