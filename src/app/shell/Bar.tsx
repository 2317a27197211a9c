import { IconSearch } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { useT } from '../../i18n/useT.ts'
import { Button } from '../../ui/Button.tsx'
import { Keys } from '../../ui/Keys.tsx'
import type { HeadingStore } from '../../ui/ScreenHeader.tsx'
import { useDocumentTitle } from '../../ui/useDocumentTitle.ts'
import { useOverlays } from '../Overlays.tsx'
import { ClassSwitch } from './ClassSwitch.tsx'
import { classTitle } from './classTitle.ts'
import { findKeys } from './findKeys.ts'
import { MoreButton } from './MoreButton.tsx'
import styles from './Shell.module.css'
import type { Classes, KnownClass } from './useClasses.ts'
import { useNetwork } from './useNetwork.ts'

type BarProps = { headings: HeadingStore; classes: Classes; current: KnownClass | undefined }

/** The line above the screen: its title, what it offers, and the way to everything else. */
export function Bar({ headings, classes, current }: BarProps) {
  const t = useT('shell')
  const {
    title,
    documentTitle = title,
    actions = [],
  } = useSyncExternalStore(headings.subscribe, headings.get)
  const overlays = useOverlays()
  const network = useNetwork()
  const parts = [documentTitle, current && !current.naming && classTitle(current, t).short, t('appName')]
  useDocumentTitle(parts.filter(Boolean).join(' · '))
  return (
    <header className={styles.bar}>
      <div className={styles.title}>
        <div className={styles.phoneLine} data-tone={network.tone}>
          <ClassSwitch classes={classes} current={current} place="phone" />
          <span>· {network.short}</span>
        </div>
        <h1>{title}</h1>
      </div>
      <div className={styles.actions}>
        {actions.map(action => (
          <Button key={action.id} look="quiet" className={styles.deskOnly} onClick={action.run}>
            {action.icon}
            {action.label}
          </Button>
        ))}
        <MoreButton actions={actions} />
        <button
          type="button"
          className={styles.find}
          aria-keyshortcuts="Control+K Meta+K"
          onClick={() => overlays.show('palette')}
        >
          <IconSearch aria-hidden />
          <span>{t('find')}</span>
          <Keys hidden>{findKeys()}</Keys>
        </button>
      </div>
    </header>
  )
}
