import type { CSSProperties } from 'react'
import { useT } from '../../../i18n/useT.ts'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import styles from './FactsLine.module.css'
import type { MatrixFacts } from './matrixFacts.ts'

const told = ['pupilAdmin', 'hidden', 'unasked', 'untold', 'failed'] as const

/** How far loading is, and what is to be known of all that is loaded. */
export function FactsLine({ facts, retry }: { facts: MatrixFacts; retry: () => void }) {
  const t = useT('matrix')
  const { all, loaded, failed } = facts
  const done = loaded + failed === all
  return (
    <p className={styles.facts}>
      {loaded < all && (
        <span className={styles.progress}>
          <span
            className={styles.meter}
            style={{ '--part': all === 0 ? 0 : loaded / all } as CSSProperties}
            aria-hidden
          />
          {t('progress', { loaded: String(loaded), all: String(all) })}
        </span>
      )}
      {told
        .filter(name => facts[name] > 0)
        .map(name => (
          <span key={name}>{t(`facts.${name}`, { count: String(facts[name]) })}</span>
        ))}
      {failed > 0 && (
        <button type="button" onClick={retry}>
          {t('tryAgain')}
        </button>
      )}
      <VisuallyHidden role="status">{done && t('loadedAll', { all: loaded })}</VisuallyHidden>
    </p>
  )
}
