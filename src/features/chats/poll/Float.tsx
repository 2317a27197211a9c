import '@mantine/core/styles/Paper.css'
import '@mantine/core/styles/Popover.css'
import { Popover } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react'
import { MantineRoot } from '../../../ui/MantineRoot.tsx'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import styles from './Float.module.css'

type FloatProps = {
  label: string
  close: () => void
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void
  children: ReactNode
}

/** A small thing over the messages, beside its positioned parent. It is mounted open and holds the focus. */
export function Float({ label, close, onKeyDown, children }: FloatProps) {
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
        trapFocus
        returnFocus={false}
        hideDetached={false}
        middlewares={{ flip: true, shift: { padding: 12 } }}
        transitionProps={{ duration: 0 }}
        classNames={{ dropdown: styles.float ?? '' }}
      >
        <Popover.Target>
          {/* Mantine names what floats after its target. */}
          <span className={styles.target} aria-hidden>
            <VisuallyHidden>{label}</VisuallyHidden>
          </span>
        </Popover.Target>
        <Popover.Dropdown onKeyDown={press}>{children}</Popover.Dropdown>
      </Popover>
    </MantineRoot>
  )
}
