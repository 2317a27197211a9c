import { ActionIcon } from '@mantine/core'
import { IconMoodPlus } from '@tabler/icons-react'
import { useRef, useState, useSyncExternalStore } from 'react'
import type { Message } from '../../../contract/messages.ts'
import { latePart } from '../../../i18n/latePart.tsx'
import { useT } from '../../../i18n/useT.ts'
import styles from './Reactions.module.css'
import { useReactionChanges } from './reactions.ts'

const EmojiChoice = latePart(async () => (await import('./EmojiChoice.tsx')).EmojiChoice)

type AddReactionProps = { message: Message; className?: string | undefined }

/** Offers a few emoji to react with. Nothing before a service that has no reactions. */
export function AddReaction({ message, className }: AddReactionProps) {
  const t = useT('polls')
  const { offered, react } = useReact()
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  if (!offered) return null
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  return (
    <span className={styles.anchor}>
      <ActionIcon
        ref={button}
        variant="subtle"
        size="sm"
        {...(className !== undefined && { className })}
        aria-label={t('reactions.add')}
        title={t('reactions.add')}
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={EmojiChoice.fetchAhead}
        onFocus={EmojiChoice.fetchAhead}
        onClick={() => setOpen(!open)}
      >
        <IconMoodPlus aria-hidden />
      </ActionIcon>
      {open && (
        <EmojiChoice
          anchor={() => button.current}
          close={close}
          choose={emoji => {
            close()
            void react(message, emoji)
          }}
        />
      )}
    </span>
  )
}

/** Reacts to messages. `offered` turns false once the service has said that it has no reactions. */
function useReact(): {
  offered: boolean
  /** Gives a reaction, or takes it back. Answers whether the service took it; never throws. */
  react: (message: Message, emoji: string) => Promise<boolean>
} {
  const changes = useReactionChanges()
  const unsupported = useSyncExternalStore(changes.subscribe, changes.unsupported)
  return { offered: !unsupported, react: changes.toggle }
}

/** What a school says without words, in the order offered. `name` is the key of its name in the texts. */
export const emojis = [
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

/** The key of an emoji's name; `undefined` for one that is not offered: a screen reader has a word for it. */
export const emojiName = (emoji: string): (typeof emojis)[number]['name'] | undefined =>
  emojis.find(each => each.emoji === emoji)?.name
