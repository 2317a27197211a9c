import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Menu.layer.css'
import { Button, Menu } from '@mantine/core'
import { IconCheck, IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { useT } from '../../i18n/useT.ts'
import menu from '../../ui/menu.module.css'
import type { ContentKind } from './contentWords.ts'
import { type Role, roles, useRoleMeans } from './grants.ts'
import styles from './RoleMenu.module.css'

type RoleMenuProps = {
  role: Role
  /** Whose role it is and what, for who hears it. */
  label: string
  kind: ContentKind
  size?: 'small' | 'normal'
  /** A change is on its way: until it is answered no other is offered. */
  busy?: boolean
  onChoose: (role: Role) => void
}

/** A role as a button, and the four there are behind it. */
export function RoleMenu({ role, label, kind, size = 'normal', busy = false, onChoose }: RoleMenuProps) {
  const t = useT('access')
  const means = useRoleMeans(kind)
  const [open, setOpen] = useState(false)
  return (
    <Menu
      opened={open}
      onChange={next => setOpen(next && !busy)}
      position="bottom-end"
      width={256}
      hideDetached={false}
      withInitialFocusPlaceholder={false}
      classNames={{ dropdown: menu.dropdown ?? '', item: `${menu.item} ${styles.item}` }}
    >
      <Menu.Target>
        <Button
          className={styles.button ?? ''}
          size={size}
          aria-label={label}
          // The longest of the words is cut.
          title={t(`role.${role}`)}
          aria-busy={busy}
          data-size={size}
          rightSection={<IconChevronDown aria-hidden />}
        >
          <span>{t(`role.${role}`)}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup
          value={role}
          onChange={value => {
            const chosen = roles.find(name => name === value)
            if (chosen) onChoose(chosen)
          }}
        >
          {roles.map(name => (
            <Menu.RadioItem
              key={name}
              value={name}
              closeMenuOnClick
              checkIcon={<IconCheck aria-hidden />}
              // Enter held down opens the menu and chooses what is so already.
              data-autofocus={name === role || undefined}
            >
              {t(`role.${name}`)}
              <small>{means(name)}</small>
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}
