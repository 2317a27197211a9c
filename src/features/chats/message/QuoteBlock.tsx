import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useT } from '../../../i18n/useT.ts'
import type { Quote } from '../quote.ts'
import styles from './QuoteBlock.module.css'

type QuoteBlockProps = {
  quote: Quote
  /** Whether no earlier message has this author and text. */
  isUnconfirmed?: boolean
  /** Missing if the quoted message is not loaded. */
  onPress?: (() => void) | undefined
}

export function QuoteBlock({ quote, isUnconfirmed = false, onPress }: QuoteBlockProps) {
  const t = useT('messages')
  const content = (
    <>
      <VisuallyHidden>{t('quoted', { name: quote.author })}</VisuallyHidden>{' '}
      <bdi className={styles.author} translate="no" aria-hidden>
        {quote.author}
      </bdi>{' '}
      <span className={styles.text} dir="auto">
        {quote.text}
      </span>
      {isUnconfirmed && <span className={styles.unconfirmed}>{t('quoteUnconfirmed')}</span>}
    </>
  )
  return (
    <blockquote className={styles.quote}>
      {onPress ? (
        <UnstyledButton className={styles.content ?? ''} title={t('toQuoted')} onClick={onPress}>
          {content}
        </UnstyledButton>
      ) : (
        <div className={styles.content}>{content}</div>
      )}
    </blockquote>
  )
}
