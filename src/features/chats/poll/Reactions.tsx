import { useSyncExternalStore } from 'react'
import { type Message, reactionsOf } from '../../../contract/messages.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { AddReaction } from './AddReaction.tsx'
import { useReactionChanges } from './createReactions.ts'
import { emojiName } from './emojis.ts'
import { ReactionFailed } from './ReactionFailed.tsx'
import styles from './Reactions.module.css'
import { withReactions } from './withReactions.ts'

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
