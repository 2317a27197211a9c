import { Button, type ButtonProps, Menu, type MenuProps, Text } from '@mantine/core'
import { IconCheck, IconChevronDown } from '@tabler/icons-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { useT } from '../../i18n/useT.ts'
import { closeOnEscape } from '../../ui/focus/overlays.ts'
import menu from '../../ui/menu.module.css'
import styles from './Access.module.css'
import { useRoleMeans } from './accessWords.ts'
import type { ContentKind } from './contentWords.ts'
import { type Role, roles } from './grants.ts'

type ChoiceMenuProps<Key extends string> = {
  choices: readonly { key: Key; text: ReactNode }[]
  chosen: Key | undefined
  /** Whether a change is pending. Until then the menu does not open. */
  busy: boolean
  onChoose: (key: Key) => void
  button: ButtonProps & ComponentProps<'button'>
} & Required<Pick<MenuProps, 'position' | 'width'>>

/** A button with the chosen value that opens a menu of all values. */
export function ChoiceMenu<Key extends string>(props: ChoiceMenuProps<Key>) {
  const { choices, chosen, busy, onChoose, button, position, width } = props
  const [open, setOpen] = useState(false)
  return (
    <Menu
      opened={open}
      onChange={next => setOpen(next && !busy)}
      position={position}
      width={width}
      hideDetached={false}
      withInitialFocusPlaceholder={false}
      classNames={{ dropdown: `${menu.dropdown} ${styles.choices}`, item: menu.item ?? '' }}
    >
      <Menu.Target>
        <Button
          className={styles.choice ?? ''}
          rightSection={<IconChevronDown aria-hidden />}
          {...(busy && { c: 'dimmed' })}
          {...button}
          {...closeOnEscape(open, () => setOpen(false))}
        />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup
          value={chosen ?? ''}
          onChange={value => {
            const choice = choices.find(({ key }) => key === value)
            if (choice) onChoose(choice.key)
          }}
        >
          {choices.map(({ key, text }) => (
            <Menu.RadioItem
              key={key}
              value={key}
              closeMenuOnClick
              checkIcon={<IconCheck aria-hidden />}
              // Holding Enter down opens the menu and chooses the current value again.
              data-autofocus={key === chosen || undefined}
            >
              {text}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}

type RoleMenuProps = {
  role: Role
  /** Accessible name, with the person and the role. */
  label: string
  kind: ContentKind
  busy?: boolean
  onChoose: (role: Role) => void
}

/** A button with a role that opens a menu of all four roles. */
export function RoleMenu({ role, label, kind, busy = false, onChoose }: RoleMenuProps) {
  const t = useT('access')
  const means = useRoleMeans(kind)
  const name = t(`role.${role}`)
  const choices = roles.map(key => ({
    key,
    text: (
      <>
        {t(`role.${key}`)}
        <Text span display="block" size="sm" c="dimmed">
          {means(key)}
        </Text>
      </>
    ),
  }))
  // The span truncates the longest name.
  const button = {
    w: '100%',
    'aria-label': label,
    title: name,
    'aria-busy': busy,
    children: <span>{name}</span>,
  }
  return (
    <ChoiceMenu {...{ choices, busy, onChoose, button }} chosen={role} position="bottom-end" width={256} />
  )
}
