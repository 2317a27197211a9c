import { IconSelector } from '@tabler/icons-react'
import { lazy } from 'react'
import { useT } from '../../i18n/useT.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { usePerson } from '../../ui/Person.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import styles from './Shell.module.css'
import { useFloat } from './useFloat.tsx'

const loadMenu = () => import('./MeMenu.tsx')
const MeMenu = lazy(async () => ({ default: (await loadMenu()).MeMenu }))

/** The person at the foot of the rail; opens what is theirs to set. */
export function MeButton() {
  const t = useT('shell')
  const { name } = usePerson()
  const float = useFloat(loadMenu)
  return (
    <span className={styles.anchor}>
      <button type="button" className={styles.me} aria-haspopup="menu" {...float.button}>
        <Avatar name={name ?? '?'} />
        <span className={styles.name}>{name ?? t('yourAccount')}</span>
        <VisuallyHidden>{t('account')}</VisuallyHidden>
        <IconSelector className={styles.updown} aria-hidden />
      </button>
      {float.render(() => (
        <MeMenu anchor={float.anchor} close={float.close} position="top-start" />
      ))}
    </span>
  )
}
