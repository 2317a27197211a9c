import { Box, UnstyledButton } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { matchPath, useLocation } from 'react-router'
import { useT } from '../../i18n/useT.ts'
import { MoreScreensMenu } from '../lazyComponents.ts'
import { useNavigationScreens } from '../useNavigationScreens.ts'
import type { MoreScreensMenuProps } from './MoreScreensMenu.tsx'
import { ScreenLinks } from './ScreenLinks.tsx'
import styles from './Shell.module.css'
import type { KnownClass } from './useClasses.ts'
import { usePopoverButton } from './usePopoverButton.tsx'

/** More would make the labels too small on a phone. */
const maxPlaces = 5

/** Navigation of phones. Screens without a place of their own are in the menu "More". */
export function BottomBar({ currentClass }: { currentClass: KnownClass | undefined }) {
  const t = useT('shell')
  const screens = useNavigationScreens('rail').filter(({ isOfClass }) => currentClass || !isOfClass)
  const inMenu = screens.length > maxPlaces ? screens.slice(maxPlaces - 1) : []
  return (
    <nav className={styles.tabs} aria-label={t('navigation')}>
      <ScreenLinks currentClass={currentClass} isShown={id => inMenu.every(screen => screen.id !== id)} />
      {inMenu.length > 0 && (
        <MoreScreens
          links={inMenu.map(({ id, title, icon, getPath }) => ({
            ...{ id, title, icon },
            to: getPath(currentClass?.id ?? 0),
          }))}
        />
      )}
    </nav>
  )
}

function MoreScreens({ links }: Pick<MoreScreensMenuProps, 'links'>) {
  const t = useT('shell')
  const { pathname } = useLocation()
  const popover = usePopoverButton(MoreScreensMenu.preload)
  const shown = links.find(({ to }) => matchPath(`${to}/*`, pathname))
  return (
    <Box component="span" className={styles.moreScreens}>
      <UnstyledButton
        aria-label={shown ? t('moreScreensOpen', { title: shown.title }) : t('moreScreens')}
        aria-haspopup="menu"
        data-current={shown !== undefined}
        {...popover.buttonProps}
      >
        <IconDots aria-hidden />
        <span aria-hidden>{t('more')}</span>
      </UnstyledButton>
      {popover.render(() => (
        <MoreScreensMenu links={links} shownId={shown?.id} anchor={popover.anchor} close={popover.close} />
      ))}
    </Box>
  )
}
