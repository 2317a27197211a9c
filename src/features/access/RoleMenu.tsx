import { Button, type ButtonProps, Menu, type MenuProps, Text } from '@mantine/core'
import { IconCheck, IconChevronDown } from '@tabler/icons-react'
import { type ComponentProps, type KeyboardEvent, type ReactNode, useState } from 'react'
import { useT } from '../../i18n/useT.ts'
import { closeOnEscape } from '../../ui/focus/overlays.ts'
import menu from '../../ui/menu.module.css'
import styles from './Access.module.css'
import { useRoleDescription } from './accessTexts.ts'
import type { ContentKind } from './contentInfo.ts'
import { type Role, roles } from './grants.ts'

type ChoiceMenuProps<Key extends string> = {
  choices: readonly { key: Key; text: ReactNode }[]
  chosen: Key | undefined
  /** Does not open while a change is pending. */
  isBusy: boolean
  onChoose: (key: Key) => void
  button: ButtonProps & ComponentProps<'button'>
} & Required<Pick<MenuProps, 'position' | 'width'>>

export function ChoiceMenu<Key extends string>(props: ChoiceMenuProps<Key>) {
  const { choices, chosen, isBusy, onChoose, button, position, width } = props
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Menu
      opened={isOpen}
      onChange={next => setIsOpen(next && !isBusy)}
      position={position}
      width={width}
      hideDetached={false}
      // Mantine's trap moves the focus twice, as in `FloatMenu`.
      trapFocus={false}
      withInitialFocusPlaceholder={false}
      classNames={{ dropdown: `${menu.dropdown} ${styles.choices}`, item: menu.item ?? '' }}
    >
      <Menu.Target>
        <Button
          className={styles.choice ?? ''}
          rightSection={<IconChevronDown aria-hidden />}
          {...(isBusy && { c: 'dimmed' })}
          {...button}
          {...closeOnEscape(isOpen, () => setIsOpen(false))}
        />
      </Menu.Target>
      <Menu.Dropdown
        ref={focusChosen}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key !== 'Tab') return
          event.preventDefault()
          setIsOpen(false)
        }}
      >
        <Menu.RadioGroup
          value={chosen ?? ''}
          onChange={value => {
            const choice = choices.find(({ key }) => key === value)
            if (choice) onChoose(choice.key)
          }}
        >
          {choices.map(({ key, text }) => (
            <Menu.RadioItem key={key} value={key} closeMenuOnClick checkIcon={<IconCheck aria-hidden />}>
              {text}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}

/** Holding Enter down opens the menu and chooses the current value again. */
const focusChosen = (dropdown: HTMLElement | null) => {
  const chosen = dropdown?.querySelector<HTMLElement>('[role=menuitemradio][aria-checked=true]')
  const first = dropdown?.querySelector<HTMLElement>('[role=menuitemradio]')
  ;(chosen ?? first)?.focus({ preventScroll: true })
}

type RoleMenuProps = {
  role: Role
  label: string
  kind: ContentKind
  /** All by default. */
  available?: readonly Role[]
  isBusy?: boolean
  onChoose: (role: Role) => void
}

export function RoleMenu({ role, label, kind, available = roles, isBusy = false, onChoose }: RoleMenuProps) {
  const t = useT('access')
  const describeRole = useRoleDescription(kind)
  const name = t(`role.${role}`)
  const choices = available.map(key => ({
    key,
    text: (
      <>
        {t(`role.${key}`)}
        <Text span display="block" size="sm" c="dimmed">
          {describeRole(key)}
        </Text>
      </>
    ),
  }))
  // The span truncates the longest name.
  const button = {
    w: '100%',
    'aria-label': label,
    title: name,
    'aria-busy': isBusy,
    children: <span>{name}</span>,
  }
  return (
    <ChoiceMenu {...{ choices, isBusy, onChoose, button }} chosen={role} position="bottom-end" width={256} />
  )
}
