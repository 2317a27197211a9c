import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { MessagePopover } from './MessagePopover.tsx'

type PeoplePopoverProps = {
  title: string
  anchor: () => HTMLElement | null
  close: () => void
  /** List items. */
  children: ReactNode
}

/** Scrollable list of people below a button in a message. */
export function PeoplePopover({ title, anchor, close, children }: PeoplePopoverProps) {
  return (
    <MessagePopover label={title} anchor={anchor} close={close}>
      <Text fw={600} maw="20rem" px="md" pt="sm" pb="xs" truncate dir="auto">
        {title}
      </Text>
      <Stack
        component="ul"
        gap="sm"
        px="md"
        pb="sm"
        miw="12rem"
        mah="min(20rem, 50vh)"
        style={{ overflowY: 'auto' }}
        tabIndex={0}
        data-autofocus
        aria-label={title}
      >
        {children}
      </Stack>
    </MessagePopover>
  )
}
