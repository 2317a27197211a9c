import '@mantine/core/styles/Paper.css'
import '@mantine/core/styles/Popover.css'
import { Popover } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react'
import { FloatTarget } from '../../../ui/FloatTarget.tsx'
import { floatPlace } from '../../../ui/floatPlace.ts'
import { MantineRoot } from '../../../ui/MantineRoot.tsx'
import styles from './Float.module.css'

type FloatProps = {
  label: string
  /** The button it belongs to. */
  anchor: () => HTMLElement | null
  close: () => void
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void
  children: ReactNode
}

/** A small thing over the messages, beside its button. It is mounted open and holds the focus. */
export function Float({ label, anchor, close, onKeyDown, children }: FloatProps) {
  // Mantine moves the focus in when `opened` turns true, not when it starts so.
  const [opened, setOpened] = useState(false)
  useEffect(() => {
    setOpened(true)
  }, [])
  const press = (event: KeyboardEvent<HTMLElement>) => {
    onKeyDown?.(event)
    if (event.key === 'Escape') {
      event.preventDefault()
      close()
    }
    // The keys of the messages behind it are not its own.
    event.stopPropagation()
  }
  return (
    <MantineRoot>
      <Popover
        opened={opened}
        onChange={open => !open && close()}
        position="bottom-start"
        offset={4}
        {...floatPlace('top-start')}
        trapFocus
        returnFocus={false}
        transitionProps={{ duration: 0 }}
        classNames={{ dropdown: styles.float ?? '' }}
      >
        <Popover.Target refProp="place">
          <FloatTarget label={label} anchor={anchor} />
        </Popover.Target>
        <Popover.Dropdown onKeyDown={press}>{children}</Popover.Dropdown>
      </Popover>
    </MantineRoot>
  )
}
