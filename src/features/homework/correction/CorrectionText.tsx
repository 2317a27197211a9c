import { useLocale } from 'use-intl'
import { useT } from '../../../i18n/useT.ts'
import { formatPoints, parsePoints } from '../../../lib/points.ts'
import styles from './CorrectionText.module.css'

type CorrectionTextProps = {
  label: string
  text: string
  /** As typed, or as a number; null where none were given. */
  points: string | number | null
  files?: number
}

/** One version of a correction to read: its words and points, with a name. */
export function CorrectionText({ label, text, points, files = 0 }: CorrectionTextProps) {
  const t = useT('correction')
  const language = useLocale()
  const given = typeof points === 'string' ? (parsePoints(points) ?? null) : points
  const said = [
    given === null ? t('forks.noPoints') : t('forks.points', { points: formatPoints(given, language) }),
    ...(files > 0 ? [t('forks.files', { count: files })] : []),
  ]
  return (
    <section className={styles.version} aria-label={label}>
      <h3 className={styles.label}>{label}</h3>
      <p className={styles.text} dir="auto">
        {text.trim() === '' ? <span className={styles.none}>{t('forks.noText')}</span> : text}
      </p>
      <p className={styles.points}>{said.join(' · ')}</p>
    </section>
  )
}
