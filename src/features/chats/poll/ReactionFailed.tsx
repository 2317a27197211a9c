import { errorSentence } from '../../../i18n/errorSentence.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import type { ReactionState } from './createReactions.ts'
import styles from './Reactions.module.css'

/** Why a reaction was not taken, under its message. */
export function ReactionFailed({ error }: { error: NonNullable<ReactionState['error']> }) {
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
