import { Alert, Box, UnstyledButton } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconClock, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'

export type NoticeTone = 'info' | 'stale' | 'ok' | 'warn' | 'danger'

const icons = {
  info: IconInfoCircle,
  stale: IconClock,
  ok: IconCheck,
  warn: IconAlertTriangle,
  danger: IconAlertTriangle,
}

type NoticeProps = {
  tone?: NoticeTone
  children: ReactNode
  /** At the end of the line. */
  action?: { label: string; run: () => void }
  /** How screen readers announce it: `alert` at once, `status` after the current speech. Default: not announced. */
  role?: 'alert' | 'status'
}

export function Notice({ tone = 'info', children, action, role }: NoticeProps) {
  const Icon = icons[tone]
  return (
    // Mantine's default role is `alert`.
    <Alert variant={tone} icon={<Icon aria-hidden />} role={role ?? 'note'}>
      <Box flex="1 1 12rem" miw={0}>
        {children}
      </Box>
      {action && (
        <UnstyledButton variant="link" flex="none" onClick={action.run}>
          {action.label}
        </UnstyledButton>
      )}
    </Alert>
  )
}
