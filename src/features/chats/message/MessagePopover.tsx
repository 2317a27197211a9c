import { Popover } from '@mantine/core'
import type { KeyboardEvent, ReactNode } from 'react'
import { isComposing } from '../../../ui/focus/isComposing.ts'
import { getPopoverPlacement } from '../../../ui/layout/FloatMenu.tsx'
import { FloatTarget, useOpenedOnMount } from '../../../ui/layout/FloatTarget.tsx'

type MessagePopoverProps = {
  label: string
  anchor: () => HTMLElement | null
  close: () => void
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void
  children: ReactNode
}

export function MessagePopover({ label, anchor, close, onKeyDown, children }: MessagePopoverProps) {
  const opened = useOpenedOnMount()
  const handleKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    onKeyDown?.(event)
    if (event.key === 'Escape' && !isComposing(event)) {
      event.preventDefault()
      close()
    }
    // Its keys must not reach the shortcuts of the messages.
    event.stopPropagation()
  }
  return (
    <Popover
      opened={opened}
      onChange={open => !open && close()}
      position="bottom-start"
      offset={4}
      {...getPopoverPlacement('top-start')}
      trapFocus
      returnFocus={false}
    >
      <Popover.Target refProp="setAnchor">
        <FloatTarget label={label} anchor={anchor} />
      </Popover.Target>
      <Popover.Dropdown
        p="xs"
        bd={0}
        bg="var(--paper-float)"
        style={{ overflow: 'auto' }}
        onKeyDown={handleKeyDown}
      >
        {children}
      </Popover.Dropdown>
    </Popover>
  )
}
