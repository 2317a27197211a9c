import { Box } from '@mantine/core'
import type { CSSProperties, ReactNode } from 'react'

type EmptyStateProps = {
  icon: ReactNode
  title: string
  children?: ReactNode
  actions?: ReactNode
  tone?: 'quiet' | 'danger'
  /** Use `h1` if the page has no other. */
  heading?: 'h1' | 'h2'
}

const colours = { quiet: 'var(--text-3)', danger: 'var(--danger-text)' }
const iconSize = { '--icon': '1.5rem', '--icon-stroke': 1.5 } as CSSProperties
const actionRow = { flexWrap: 'wrap', gap: 'var(--space-2)' } as const

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
      <Box component="span" display="flex" mb="sm" c={colours[tone]} style={iconSize}>
        {icon}
      </Box>
      {/* Sets every style of a heading, so that the styles of its container do not apply. */}
      <Box component={heading} m={0} p={0} bd={0} fz="md" fw={600} lh="md" lts={0}>
        {title}
      </Box>
      {children && (
        <Box mt="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {children}
        </Box>
      )}
      {actions && (
        <Box display="flex" mt="md" style={actionRow}>
          {actions}
        </Box>
      )}
    </Box>
  )
}
