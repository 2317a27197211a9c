import { Menu, type PopoverProps } from '@mantine/core'
import type { KeyboardEvent, ReactNode } from 'react'
import menu from '../menu.module.css'
import { type FloatAnchor, FloatTarget, useOpenedOnMount } from './FloatTarget.tsx'

type FloatMenuProps = {
  label: string
  /** The button that opened the menu, or the point that was pressed. */
  anchor: () => FloatAnchor | null
  close: () => void
  position: 'top-start' | 'top-end' | 'bottom-start' | 'bottom-end'
  /** In px. */
  width: number
  children: ReactNode
}

const fallbackSides = {
  'top-start': ['bottom-start', 'right-end', 'left-end'],
  'top-end': ['bottom-end', 'left-end', 'right-end'],
  'bottom-start': ['top-start', 'right-start', 'left-start'],
  'bottom-end': ['top-end', 'left-start', 'right-start'],
} as const

/** Menu that is open while mounted, for a button that is not Mantine's. */
export function FloatMenu({ label, anchor, close, position, width, children }: FloatMenuProps) {
  const opened = useOpenedOnMount()
  const handleTab = (event: KeyboardEvent) => {
    event.preventDefault()
    close()
  }
  return (
    <Menu
      opened={opened}
      onChange={open => !open && close()}
      position={position}
      width={width}
      {...getPopoverPlacement(...fallbackSides[position])}
      returnFocus={false}
      // Mantine's trap moves the focus twice, the second time with a delay. That would undo keys pressed in between.
      trapFocus={false}
      // In the same landmark as its button.
      withinPortal={false}
      withInitialFocusPlaceholder={false}
      classNames={{
        dropdown: menu.dropdown ?? '',
        item: menu.item ?? '',
        label: menu.label ?? '',
        divider: menu.divider ?? '',
      }}
    >
      <Menu.Target refProp="setAnchor">
        <FloatTarget label={label} anchor={anchor} onAnchorRemoved={close} />
      </Menu.Target>
      <Menu.Dropdown
        ref={focusFirst}
        onKeyDown={(event: KeyboardEvent) => event.key === 'Tab' && handleTab(event)}
      >
        {children}
      </Menu.Dropdown>
    </Menu>
  )
}

const focusFirst = (dropdown: HTMLElement | null) => {
  dropdown?.querySelector<HTMLElement>('[data-menu-item]:not(:disabled)')?.focus({ preventScroll: true })
}

const padding = 8

/**
 * Returns the placement of every popover: flipped to a side with more space, shifted, and finally made lower. So its
 * class must allow scrolling.
 */
export const getPopoverPlacement = (...fallbackPlacements: NonNullable<PopoverProps['position']>[]) =>
  ({
    // A hidden popover would lose the focus inside it.
    hideDetached: false,
    middlewares: {
      // Shift a popover that is too long for a side instead of flipping it.
      flip: { padding, crossAxis: false, fallbackStrategy: 'bestFit', fallbackPlacements },
      shift: { padding },
      size: { padding },
    },
  }) satisfies Partial<PopoverProps>
