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
  /** The one way on, at the end of the line. */
  action?: { label: string; run: () => void }
  /** Read out when it appears: `alert` at once, `status` when there is a pause. */
  role?: 'alert' | 'status'
}

/** A sentence with an icon, in the place it is about. */
export function Notice({ tone = 'info', children, action, role }: NoticeProps) {
  const Icon = icons[tone]
  return (
    // Mantine's own is always read out at once.
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
