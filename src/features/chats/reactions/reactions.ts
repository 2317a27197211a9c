import { useMutation, useMutationState } from '@tanstack/react-query'
import { waitForCacheFlush } from '../../../api/cache/applyWrite.ts'
import { write } from '../../../api/cache/query.ts'
import { ApiError } from '../../../api/client/ApiError.ts'
import type { Input } from '../../../contract/endpoint.ts'
import { type Message, messages, type Reaction } from '../../../contract/messages.ts'

type Toggle = Input<typeof messages.react>

const getKey = (messageId: number) => [...(write(messages.react).mutationKey ?? []), messageId]

/** Sends each toggle after the response to the previous one. */
export function useToggleReaction({ id, chat_id }: Pick<Message, 'id' | 'chat_id'>) {
  const { mutate } = useMutation({
    ...write(messages.react),
    mutationKey: getKey(id),
    scope: { id: `react/${id}` },
    // Otherwise the old reactions would show for a moment.
    onSuccess: waitForCacheFlush,
  })
  return (emoji: string) => mutate({ chat_id, message_id: id, body: { emoji } })
}

/** Returns the emoji of pending toggles, and the error of the last toggle. */
export function useReactionState(messageId: number) {
  const all = useMutationState({
    filters: { mutationKey: getKey(messageId) },
    select: ({ state }) => ({
      emoji: (state.variables as Toggle | undefined)?.body.emoji,
      isPending: state.status === 'pending',
      error: state.error,
    }),
  })
  const error = all.at(-1)?.error
  return {
    pending: all.flatMap(({ emoji, isPending }) => (isPending && emoji !== undefined ? [emoji] : [])),
    error: error instanceof ApiError ? error : undefined,
  }
}

/** Applies the user's pending toggles. */
export function applyReactions(reactions: readonly Reaction[], pending: readonly string[]): Reaction[] {
  const byEmoji = new Map(reactions.map(reaction => [reaction.emoji, reaction]))
  for (const emoji of pending) {
    const { count, is_own = false } = byEmoji.get(emoji) ?? { count: 0 }
    byEmoji.set(emoji, { emoji, count: count + (is_own ? -1 : 1), is_own: !is_own })
  }
  return [...byEmoji.values()].filter(({ count }) => count > 0)
}
