import { IconDots } from '@tabler/icons-react'
import { lazy } from 'react'
import { useT } from '../../i18n/useT.ts'
import { Button } from '../../ui/Button.tsx'
import type { ScreenAction } from '../../ui/ScreenHeader.tsx'
import styles from './Shell.module.css'
import { useFloat } from './useFloat.tsx'

const loadMenu = () => import('./MeMenu.tsx')
const MeMenu = lazy(async () => ({ default: (await loadMenu()).MeMenu }))

/** On phones: what the screen offers, then what the foot of the rail has on desks. */
export function MoreButton({ actions }: { actions: readonly ScreenAction[] }) {
  const t = useT('shell')
  const float = useFloat(loadMenu)
  return (
    <span className={`${styles.anchor} ${styles.phoneOnly}`}>
      <Button look="quiet" square aria-label={t('more')} aria-haspopup="menu" {...float.button}>
        <IconDots aria-hidden />
      </Button>
      {float.render(() => (
        <MeMenu close={float.close} position="bottom-end" actions={actions} />
      ))}
    </span>
  )
}
