import { IconDots, IconSearch } from '@tabler/icons-react'
import { lazy } from 'react'
import { useT } from '../../i18n/useT.ts'
import { Button } from '../../ui/Button.tsx'
import type { ScreenAction, ScreenView } from '../../ui/ScreenHeader.tsx'
import { useOverlays } from '../Overlays.tsx'
import styles from './Bar.module.css'
import shell from './Shell.module.css'
import { useFloat } from './useFloat.tsx'

const loadMenu = () => import('./MeMenu.tsx')
const MeMenu = lazy(async () => ({ default: (await loadMenu()).MeMenu }))

type MoreButtonProps = { views: readonly ScreenView[]; actions: readonly ScreenAction[] }

/** On phones: what the screen offers, then what the foot of the rail has on desks. */
export function MoreButton({ views, actions }: MoreButtonProps) {
  const t = useT('shell')
  const overlays = useOverlays()
  const float = useFloat(loadMenu)
  const givenWay = actions.some(({ phone }) => phone === 'find')
  const find = () => overlays.show('palette')
  return (
    <span className={`${shell.anchor} ${styles.phoneOnly}`}>
      <Button look="quiet" square aria-label={t('more')} aria-haspopup="menu" {...float.button}>
        <IconDots aria-hidden />
      </Button>
      {float.render(() => (
        <MeMenu
          anchor={float.anchor}
          close={float.close}
          position="bottom-end"
          views={views}
          actions={[
            ...actions.filter(({ look, phone }) => look !== 'primary' && !phone),
            ...(givenWay
              ? [{ id: 'find', label: t('find'), icon: <IconSearch aria-hidden />, run: find }]
              : []),
          ]}
        />
      ))}
    </span>
  )
}
