import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Menu.layer.css'
import { Menu, type PopoverProps } from '@mantine/core'
import type { KeyboardEvent, ReactNode } from 'react'
import menu from '../menu.module.css'
import { type FloatAnchor, FloatTarget, useOpened } from './FloatTarget.tsx'

type FloatMenuProps = {
  label: string
  /** The button it belongs to, or the point that was pressed. */
  anchor: () => FloatAnchor | null
  close: () => void
  position: 'top-start' | 'bottom-start' | 'bottom-end'
  /** px. */
  width: number
  children: ReactNode
}

const otherSides = {
  'top-start': ['bottom-start', 'right-end', 'left-end'],
  'bottom-start': ['top-start', 'right-start', 'left-start'],
  'bottom-end': ['top-end', 'left-start', 'right-start'],
} as const

/** A menu beside a button that is not Mantine's. It is mounted open. */
export function FloatMenu({ label, anchor, close, position, width, children }: FloatMenuProps) {
  const opened = useOpened()
  const leave = (event: KeyboardEvent) => {
    event.preventDefault()
    close()
  }
  return (
    <Menu
      opened={opened}
      onChange={open => !open && close()}
      position={position}
      width={width}
      {...floatPlace(...otherSides[position])}
      returnFocus={false}
      // It moves the focus in twice, the second time a moment later: keys pressed in between would be undone.
      trapFocus={false}
      // In its place in the document, and so in the landmark of its button.
      withinPortal={false}
      withInitialFocusPlaceholder={false}
      classNames={{
        dropdown: menu.dropdown ?? '',
        item: menu.item ?? '',
        label: menu.label ?? '',
        divider: menu.divider ?? '',
      }}
    >
      <Menu.Target refProp="place">
        <FloatTarget label={label} anchor={anchor} onGone={close} />
      </Menu.Target>
      <Menu.Dropdown
        ref={focusFirst}
        onKeyDown={(event: KeyboardEvent) => event.key === 'Tab' && leave(event)}
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
 * How everything floats: beside its anchor and inside what is seen. It is turned over where there is more room, moved
 * along, and at last made lower, so that its class has to let it scroll.
 */
export const floatPlace = (...fallbackPlacements: NonNullable<PopoverProps['position']>[]) =>
  ({
    // Hidden it would lose the focus that is in it.
    hideDetached: false,
    middlewares: {
      // Where it is too long for the side, it is moved along that side.
      flip: { padding, crossAxis: false, fallbackStrategy: 'bestFit', fallbackPlacements },
      shift: { padding },
      size: { padding },
    },
  }) satisfies Partial<PopoverProps>
