import { Link } from 'react-router'
import { useT } from '../../i18n/useT.ts'
import type { ScreenView } from '../../ui/ScreenHeader.tsx'
import styles from './Bar.module.css'

/** The views of a screen, side by side as links; on phones they are in the "more" menu. */
export function BarViews({ views }: { views: readonly ScreenView[] }) {
  const t = useT('shell')
  if (views.length === 0) return null
  return (
    <nav className={styles.views} aria-label={t('views')}>
      {views.map(({ label, to, current }) => (
        <Link key={to} to={to} aria-current={current ? 'page' : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  )
}
