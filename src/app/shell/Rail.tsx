import { useT } from '../../i18n/useT.ts'
import { ClassSwitch } from './ClassSwitch.tsx'
import { MeButton } from './MeButton.tsx'
import { NeedsYou } from './NeedsYou.tsx'
import { NetworkFoot } from './NetworkFoot.tsx'
import { ScreenLinks } from './ScreenLinks.tsx'
import styles from './Shell.module.css'
import type { Classes, KnownClass } from './useClasses.ts'

/** The side of the desk: which class, its screens, the network, the person. */
export function Rail({ classes, current }: { classes: Classes; current: KnownClass | undefined }) {
  const t = useT('shell')
  return (
    <nav className={styles.rail} aria-label={t('navigation')}>
      <ClassSwitch classes={classes} current={current} place="rail" />
      <div className={styles.nav}>
        <ScreenLinks current={current} />
      </div>
      <div className={styles.foot}>
        <NeedsYou className={styles.needsYou} />
        <NetworkFoot />
        <MeButton />
      </div>
    </nav>
  )
}
