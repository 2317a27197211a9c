import { Box } from '@mantine/core'
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
  heading = 'h2',
}: EmptyStateProps) {
  return (
    <Box component="section" maw="28rem" role={tone === 'danger' ? 'alert' : undefined}>
      <span className={styles.icon} data-tone={tone}>
        {icon}
      </span>
      {/* Whatever headings are in its place. */}
      <Box component={heading} m={0} p={0} bd={0} fz="md" fw={600} lh="md" lts={0}>
        {title}
      </Box>
      {children && (
        <Box mt="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {children}
        </Box>
      )}
      {actions && <div className={styles.actions}>{actions}</div>}
    </Box>
  )
}
