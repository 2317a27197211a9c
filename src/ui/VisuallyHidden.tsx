import type { ReactNode } from 'react'
import styles from './VisuallyHidden.module.css'

type VisuallyHiddenProps = {
  children: ReactNode
  role?: 'status'
  id?: string | undefined
  /** Only the name of something else. */
  hidden?: boolean
}

/** Read out, not shown. */
export function VisuallyHidden({ children, role, id, hidden = false }: VisuallyHiddenProps) {
  return (
    <span className={styles.hidden} role={role} id={id} aria-hidden={hidden || undefined}>
      {children}
    </span>
  )
}
