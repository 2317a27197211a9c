import type { KeyboardEvent } from 'react'
import { useT } from '../../../i18n/useT.ts'
import { MessageActions } from '../messages/MessageActions.tsx'
import { emojis } from './AddReaction.tsx'
import styles from './Reactions.module.css'

const steps: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

type EmojiChoiceProps = {
  anchor: () => HTMLElement | null
  choose: (emoji: string) => void
  close: () => void
}

/** The few emoji to react with, in a row: arrows or Tab, then Enter. */
export function EmojiChoice({ anchor, choose, close }: EmojiChoiceProps) {
  const t = useT('polls')
  const walk = (event: KeyboardEvent<HTMLElement>) => {
    const step = steps[event.key]
    const buttons = [...event.currentTarget.querySelectorAll('button')]
    const at = event.target instanceof HTMLButtonElement ? buttons.indexOf(event.target) : -1
    if (step === undefined || at < 0) return
    event.preventDefault()
    buttons.at((at + step) % buttons.length)?.focus()
  }
  return (
    <MessageActions label={t('reactions.choose')} anchor={anchor} close={close} onKeyDown={walk}>
      <div className={styles.emojis}>
        {emojis.map(({ emoji, name }, index) => (
          <button
            key={emoji}
            type="button"
            className={styles.emoji}
            data-autofocus={index === 0 ? true : undefined}
            aria-label={t(`reactions.names.${name}`)}
            title={t(`reactions.names.${name}`)}
            onClick={() => choose(emoji)}
          >
            <span aria-hidden>{emoji}</span>
          </button>
        ))}
      </div>
    </MessageActions>
  )
}
