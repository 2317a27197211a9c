import type { ReactNode } from 'react'
import styles from './EmptyState.module.css'

type EmptyStateProps = {
  icon: ReactNode
  title: string
  children?: ReactNode
  /** What to do about it: buttons. */
  actions?: ReactNode
  tone?: 'quiet' | 'danger'
}

/** A place with nothing in it, or where something failed: what it is, why, and what to do. */
export function EmptyState({ icon, title, children, actions, tone = 'quiet' }: EmptyStateProps) {
  return (
    <section className={styles.empty} data-tone={tone} role={tone === 'danger' ? 'alert' : undefined}>
      <span className={styles.icon}>{icon}</span>
      <h2 className={styles.title}>{title}</h2>
      {children && <div className={styles.text}>{children}</div>}
      {actions && <div className={styles.actions}>{actions}</div>}
    </section>
  )
}
