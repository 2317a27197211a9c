import { Menu, Text } from '@mantine/core'
import { IconCheck, IconKeyboard, IconLogout } from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import { useT } from '../../i18n/useT.ts'
import { isLanguage, languages } from '../../lib/language.ts'
import { useCurrentUser } from '../../session/currentUser.ts'
import { WhyDisabled } from '../../ui/inputs/WhyDisabled.tsx'
import { FloatMenu } from '../../ui/layout/FloatMenu.tsx'
import type { ScreenAction, ScreenView } from '../../ui/layout/ScreenHeader.tsx'
import { useApp, useLanguage, useSettings } from '../AppContext.tsx'
import { isTheme } from '../preferences.ts'
import { useNavigationScreens } from '../useNavigationScreens.ts'
import { useOverlays } from './OverlaysContext.ts'

type UserMenuProps = {
  anchor: () => HTMLElement | null
  close: () => void
  position: 'top-start' | 'bottom-end'
  views?: readonly ScreenView[]
  actions?: readonly ScreenAction[]
}

const themes = { auto: 'themeSystem', light: 'themeLight', dark: 'themeDark' } as const

export function UserMenu({ anchor, close, position, views = [], actions = [] }: UserMenuProps) {
  const t = useT('shell')
  const { preferences } = useApp()
  const settings = useSettings()
  const language = useLanguage()
  const overlays = useOverlays()
  const navigate = useNavigate()
  const { name } = useCurrentUser()
  const accountScreens = useNavigationScreens('account')
  const check = <IconCheck aria-hidden />
  return (
    <FloatMenu label={t('account')} anchor={anchor} close={close} position={position} width={264}>
      {views.map(({ label, to, isCurrent }) => (
        <Menu.Item
          key={to}
          aria-current={isCurrent ? 'page' : undefined}
          rightSection={isCurrent && check}
          onClick={() => navigate(to)}
        >
          {label}
        </Menu.Item>
      ))}
      {views.length > 0 && <Menu.Divider />}
      {actions.map(({ id, icon, label, count, run, to, state, disabledReason }) => (
        <WhyDisabled key={id} reason={disabledReason}>
          <Menu.Item
            leftSection={icon}
            closeMenuOnClick={!disabledReason}
            onClick={to === undefined ? run : () => navigate(to, { state })}
          >
            {count === undefined ? label : `${label} (${count})`}
          </Menu.Item>
        </WhyDisabled>
      ))}
      {actions.length > 0 && <Menu.Divider />}
      {name && <Menu.Label>{name}</Menu.Label>}
      <Menu.RadioGroup
        value={language}
        onChange={chosen => isLanguage(chosen) && preferences.update({ language: chosen })}
      >
        <Menu.Label>{t('language')}</Menu.Label>
        {Object.entries(languages).map(([id, languageName]) => (
          <Menu.RadioItem key={id} value={id} lang={id} checkIcon={check}>
            {languageName}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      <Menu.RadioGroup
        value={settings.theme}
        onChange={chosen => isTheme(chosen) && preferences.update({ theme: chosen })}
      >
        <Menu.Label>{t('theme')}</Menu.Label>
        {Object.entries(themes).map(([id, word]) => (
          <Menu.RadioItem key={id} value={id} checkIcon={check}>
            {t(word)}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      <Menu.Divider />
      <Menu.CheckboxItem
        checked={settings.sharedComputer}
        onChange={sharedComputer => preferences.update({ sharedComputer })}
        checkIcon={check}
      >
        {t('sharedComputer')}
        <Text size="xs" c="dimmed">
          {t('sharedComputerHint')}
        </Text>
      </Menu.CheckboxItem>
      <Menu.Item leftSection={<IconKeyboard aria-hidden />} onClick={() => overlays.show('shortcuts')}>
        {t('shortcuts')}
      </Menu.Item>
      {accountScreens.map(({ id, title, icon: Icon, getPath }) => (
        <Menu.Item key={id} leftSection={<Icon aria-hidden />} onClick={() => navigate(getPath(0))}>
          {title}
        </Menu.Item>
      ))}
      <Menu.Divider />
      <Menu.Item leftSection={<IconLogout aria-hidden />} onClick={() => overlays.show('signOut')}>
        {t('signOut')}
      </Menu.Item>
    </FloatMenu>
  )
}
