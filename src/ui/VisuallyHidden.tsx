import type { ReactNode } from 'react'
import styles from './VisuallyHidden.module.css'

/** Read out, not shown. */
export function VisuallyHidden({ children, role }: { children: ReactNode; role?: 'status' }) {
  return (
    <span className={styles.hidden} role={role}>
      {children}
    </span>
  )
}
