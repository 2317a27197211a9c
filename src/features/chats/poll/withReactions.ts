import type { Reaction } from '../../../contract/messages.ts'

/** Reactions as they are once what the reader wants of each emoji counts; one that nobody gives any more goes. */
export function withReactions(
  reactions: readonly Reaction[],
  wanted: ReadonlyMap<string, boolean>,
): Reaction[] {
  const byEmoji = new Map(reactions.map(reaction => [reaction.emoji, reaction]))
  for (const [emoji, on] of wanted) {
    const { count, is_own = false } = byEmoji.get(emoji) ?? { count: 0 }
    if (on !== is_own) byEmoji.set(emoji, { emoji, count: count + (on ? 1 : -1), is_own: on })
  }
  return [...byEmoji.values()].filter(({ count }) => count > 0)
}
