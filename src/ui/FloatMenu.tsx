import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Paper.css'
import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/Menu.css'
import { Menu, type MenuProps } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import styles from './FloatMenu.module.css'
import { MantineRoot } from './MantineRoot.tsx'
import menu from './menu.module.css'
import { VisuallyHidden } from './VisuallyHidden.tsx'

type FloatMenuProps = { label: string; close: () => void; children: ReactNode } & Pick<
  MenuProps,
  'position' | 'width'
>

/** A menu over its positioned parent. It is mounted open, beside a button that is not Mantine's, so it brings its own target. */
export function FloatMenu({ label, close, children, ...place }: FloatMenuProps) {
  // Mantine moves the focus in when `opened` turns true, not when it starts so.
  const [opened, setOpened] = useState(false)
  useEffect(() => {
    setOpened(true)
  }, [])
  return (
    <MantineRoot>
      <Menu
        opened={opened}
        onChange={open => !open && close()}
        returnFocus={false}
        hideDetached={false}
        // In its place in the document, and so in the landmark of its button.
        withinPortal={false}
        withInitialFocusPlaceholder={false}
        classNames={{
          dropdown: `${menu.dropdown} ${styles.dropdown}`,
          item: menu.item ?? '',
          label: styles.label ?? '',
          divider: styles.divider ?? '',
        }}
        {...place}
      >
        <Menu.Target>
          <span className={styles.target} aria-hidden>
            <VisuallyHidden>{label}</VisuallyHidden>
          </span>
        </Menu.Target>
        <Menu.Dropdown>{children}</Menu.Dropdown>
      </Menu>
    </MantineRoot>
  )
}
