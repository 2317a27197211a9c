import { ActionIcon, Box, Group, Text } from '@mantine/core'
import { IconMoodPlus } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { type Message, reactionsOf } from '../../../contract/messages.ts'
import { formatError } from '../../../i18n/formatError.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { moveFocusInGroup } from '../../../ui/focus/moveFocusInGroup.ts'
import { MessagePopover } from '../message/MessagePopover.tsx'
import styles from './Reactions.module.css'
import { applyReactions, useReactionState, useToggleReaction } from './reactions.ts'

export function Reactions({ message }: { message: Message }) {
  const t = useT('polls')
  const errors = useT('errors')
  const format = useFormat()
  const toggle = useToggleReaction(message)
  const { pending, error } = useReactionState(message.id)
  const reactions = applyReactions(reactionsOf(message), pending)
  if (reactions.length === 0 && !error) return null
  return (
    <Box mt="xs">
      {reactions.length > 0 && (
        <ul className={styles.list} aria-label={t('reactions.title')}>
          {reactions.map(({ emoji, count, is_own = false }) => {
            const emojiName = emojis.find(entry => entry.emoji === emoji)?.name
            const name = emojiName ? t(`reactions.names.${emojiName}`) : emoji
            return (
              <li key={emoji}>
                <button
                  type="button"
                  className={styles.reaction}
                  aria-pressed={is_own}
                  aria-label={t('reactions.reaction', { name, count, own: String(is_own) })}
                  title={name}
                  onClick={() => toggle(emoji)}
                >
                  <span aria-hidden>{emoji}</span>
                  <span aria-hidden>{format.number(count)}</span>
                </button>
              </li>
            )
          })}
          <li>
            <AddReaction message={message} className={styles.add ?? ''} />
          </li>
        </ul>
      )}
      {error && (
        <Text size="sm" c="var(--text-3)" mt="xs" role="status">
          {error.kind === 'conflict'
            ? t('reactions.tooMany')
            : t('reactions.failed', { reason: formatError(error, errors, format.time) })}
        </Text>
      )}
    </Box>
  )
}

export function AddReaction({ message, className = '' }: { message: Message; className?: string }) {
  const t = useT('polls')
  const toggle = useToggleReaction(message)
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  return (
    <>
      <ActionIcon
        ref={button}
        variant="subtle"
        size="sm"
        className={className}
        aria-label={t('reactions.add')}
        title={t('reactions.add')}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <IconMoodPlus aria-hidden />
      </ActionIcon>
      {open && (
        <MessagePopover
          label={t('reactions.choose')}
          anchor={() => button.current}
          close={close}
          onKeyDown={event => moveFocusInGroup(event, 'button')}
        >
          <Group gap={0} maw="20rem" fz="1.25rem" lh={1}>
            {emojis.map(({ emoji, name }, index) => (
              <ActionIcon
                key={emoji}
                variant="subtle"
                data-autofocus={index === 0 ? true : undefined}
                aria-label={t(`reactions.names.${name}`)}
                title={t(`reactions.names.${name}`)}
                onClick={() => {
                  close()
                  toggle(emoji)
                }}
              >
                <span aria-hidden>{emoji}</span>
              </ActionIcon>
            ))}
          </Group>
        </MessagePopover>
      )}
    </>
  )
}

/** `name` is a key of the texts. */
const emojis = [
  { emoji: '👍', name: 'thumbsUp' },
  { emoji: '❤️', name: 'heart' },
  { emoji: '😄', name: 'laughing' },
  { emoji: '🎉', name: 'party' },
  { emoji: '😮', name: 'surprised' },
  { emoji: '😢', name: 'sad' },
  { emoji: '🙏', name: 'thanks' },
  { emoji: '✅', name: 'done' },
  { emoji: '❓', name: 'question' },
  { emoji: '👀', name: 'looking' },
] as const
