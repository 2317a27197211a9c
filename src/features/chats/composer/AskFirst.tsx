import { IconEye } from '@tabler/icons-react'
import { type KeyboardEvent, useId } from 'react'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { Button } from '../../../ui/Button.tsx'
import styles from './Composer.module.css'

type AskFirstProps = { people: number; send: () => void; goOn: () => void }

/** In place of the audience line: asked once, before the first message to many. */
export function AskFirst({ people, send, goOn }: AskFirstProps) {
  const t = useT('composer')
  const format = useFormat()
  const lead = useId()
  const count = format.number(people)
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      goOn()
    }
    // The Enter that asked may still be held down: it is no answer.
    if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is laid out its own way, and the lead is no legend.
    <div className={styles.ask} role="group" aria-labelledby={lead} onKeyDown={keys}>
      <IconEye aria-hidden />
      <span id={lead} role="alert">
        {t('ask.lead', { count })}
      </span>
      <span className={styles.answers}>
        <Button size="small" autoFocus onClick={send}>
          {t('ask.send', { count })}
        </Button>
        <Button look="quiet" size="small" onClick={goOn}>
          {t('ask.goOn')}
        </Button>
      </span>
    </div>
  )
}
