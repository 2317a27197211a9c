import { useSyncExternalStore } from 'react'
import { type Message, type Reaction, reactionsOf } from '../../../contract/messages.ts'
import { errorSentence } from '../../../i18n/errorSentence.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { AddReaction, emojiName } from './AddReaction.tsx'
import styles from './Reactions.module.css'
import { type ReactionState, useReactionChanges } from './reactions.ts'

/** The reactions to a message, each a switch for one's own. Nothing where nobody has reacted yet. */
export function Reactions({ message }: { message: Message }) {
  const t = useT('polls')
  const format = useFormat()
  const changes = useReactionChanges()
  const { wanted, error } = useSyncExternalStore(changes.subscribe, () => changes.state(message.id))
  const unsupported = useSyncExternalStore(changes.subscribe, changes.unsupported)
  const reactions = withReactions(reactionsOf(message), wanted)
  if (reactions.length === 0 && !error) return null
  return (
    <div className={styles.reactions}>
      {reactions.length > 0 && (
        <ul className={styles.list} aria-label={t('reactions.title')}>
          {reactions.map(({ emoji, count, is_own = false }) => {
            const known = emojiName(emoji)
            const name = known ? t(`reactions.names.${known}`) : emoji
            return (
              <li key={emoji}>
                <button
                  type="button"
                  className={styles.reaction}
                  aria-pressed={is_own}
                  aria-label={t('reactions.reaction', { name, count, own: String(is_own) })}
                  title={name}
                  disabled={unsupported}
                  onClick={() => void changes.toggle(message, emoji)}
                >
                  <span aria-hidden>{emoji}</span>
                  <span aria-hidden>{format.number(count)}</span>
                </button>
              </li>
            )
          })}
          {!unsupported && (
            <li>
              <AddReaction message={message} className={styles.add} />
            </li>
          )}
        </ul>
      )}
      {error && <ReactionFailed error={error} />}
    </div>
  )
}

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

/** Why a reaction was not taken, under its message. */
function ReactionFailed({ error }: { error: NonNullable<ReactionState['error']> }) {
  const t = useT('polls')
  const errors = useT('errors')
  const format = useFormat()
  return (
    <p className={styles.failed} role="status">
      {sentence()}
    </p>
  )

  function sentence(): string {
    const kind = error === 'unknown' ? undefined : error.kind
    if (kind === 'unsupported') return t('reactions.unsupported')
    if (kind === 'conflict') return t('reactions.tooMany')
    return t('reactions.failed', { reason: errorSentence(error, errors, format.time) })
  }
}
