import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Paper.css'
import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/Menu.css'
import { Menu } from '@mantine/core'
import { IconCheck, IconChevronDown } from '@tabler/icons-react'
import { useT } from '../../../i18n/useT.ts'
import { Avatar } from '../../../ui/Avatar.tsx'
import { Button } from '../../../ui/Button.tsx'
import menu from '../../../ui/menu.module.css'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import type { HeirChoice } from './heirs.ts'
import styles from './LastAdmin.module.css'

type HeirMenuProps = {
  heirs: readonly HeirChoice[]
  chosen: HeirChoice | undefined
  disabled: boolean
  onChoose: (choice: HeirChoice) => void
}

/** Who becomes admin, as a button; behind it everybody it can be. */
export function HeirMenu({ heirs, chosen, disabled, onChoose }: HeirMenuProps) {
  const t = useT('access')
  const becomes = ({ role }: HeirChoice) =>
    role ? t('last.becomes', { role: t(`role.${role}`) }) : t('last.becomesNew')
  return (
    <Menu
      width="target"
      position="bottom-start"
      disabled={disabled}
      transitionProps={{ duration: 0 }}
      hideDetached={false}
      withInitialFocusPlaceholder={false}
      classNames={{ dropdown: `${menu.dropdown} ${styles.dropdown}`, item: menu.item ?? '' }}
    >
      <Menu.Target>
        <Button className={styles.pick ?? ''} aria-disabled={disabled}>
          <VisuallyHidden>{t('last.heir', { name: '' })} </VisuallyHidden>
          {chosen ? (
            <>
              <Avatar name={chosen.heir.name} />
              <bdi>{chosen.heir.name}</bdi> <small>{becomes(chosen)}</small>
            </>
          ) : (
            <span className={styles.choose}>{t('last.choose')}</span>
          )}
          <IconChevronDown aria-hidden />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup
          value={chosen?.key ?? ''}
          onChange={key => {
            const choice = heirs.find(each => each.key === key)
            if (choice) onChoose(choice)
          }}
        >
          {heirs.map(choice => (
            <Menu.RadioItem
              key={choice.key}
              value={choice.key}
              closeMenuOnClick
              checkIcon={<IconCheck aria-hidden />}
              data-autofocus={choice.key === chosen?.key || undefined}
            >
              <bdi>{choice.heir.name}</bdi> <small>{becomes(choice)}</small>
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}
