import { Menu } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useT } from '../../i18n/useT.ts'
import { FloatMenu } from '../../ui/layout/FloatMenu.tsx'

export type MoreScreensMenuProps = {
  links: readonly { id: string; title: string; icon: TablerIcon; to: string }[]
  /** ID of the current screen, undefined if it is not in the menu. */
  shownId: string | undefined
  anchor: () => HTMLElement | null
  close: () => void
}

/** Screens that have no place in the bottom bar of a phone. */
export function MoreScreensMenu({ links, shownId, anchor, close }: MoreScreensMenuProps) {
  const t = useT('shell')
  return (
    <FloatMenu label={t('moreScreens')} anchor={anchor} close={close} position="top-end" width={200}>
      {links.map(({ id, title, icon: Icon, to }) => (
        <Menu.Item
          key={id}
          component={Link}
          to={to}
          leftSection={<Icon aria-hidden />}
          aria-current={id === shownId ? 'page' : undefined}
        >
          {title}
        </Menu.Item>
      ))}
    </FloatMenu>
  )
}
