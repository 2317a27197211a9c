import type { ReactNode } from 'react'
import styles from './EmptyState.module.css'

type EmptyStateProps = {
  icon: ReactNode
  title: string
  children?: ReactNode
  /** What to do about it: buttons. */
  actions?: ReactNode
  tone?: 'quiet' | 'danger'
  /** `h1` where there is no other on the page. */
  heading?: 'h1' | 'h2'
}

/** A place with nothing in it, or where something failed: what it is, why, and what to do. */
export function EmptyState({
  icon,
  title,
  children,
  actions,
  tone = 'quiet',
  heading: Heading = 'h2',
}: EmptyStateProps) {
  return (
    <section className={styles.empty} data-tone={tone} role={tone === 'danger' ? 'alert' : undefined}>
      <span className={styles.icon}>{icon}</span>
      <Heading className={styles.title}>{title}</Heading>
      {children && <div className={styles.text}>{children}</div>}
      {actions && <div className={styles.actions}>{actions}</div>}
    </section>
  )
}
