import { IconChevronLeft, IconSearch } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import { useT } from '../../i18n/useT.ts'
import { useWaiting } from '../../outbox/useWaiting.ts'
import { Keys } from '../../ui/Keys.tsx'
import type { HeadingStore } from '../../ui/ScreenHeader.tsx'
import { useDocumentTitle } from '../../ui/useDocumentTitle.ts'
import { useOverlays } from '../Overlays.tsx'
import styles from './Bar.module.css'
import { BarAction } from './BarAction.tsx'
import { BarViews } from './BarViews.tsx'
import { ClassSwitch } from './ClassSwitch.tsx'
import { classTitle } from './classTitle.ts'
import { findKeys } from './findKeys.ts'
import { MoreButton } from './MoreButton.tsx'
import { NeedsYou } from './NeedsYou.tsx'
import type { Classes, KnownClass } from './useClasses.ts'
import { useNetwork } from './useNetwork.ts'

type BarProps = { headings: HeadingStore; classes: Classes; current: KnownClass | undefined }

/** The line above the screen: its title, what it offers, and the way to everything else. */
export function Bar({ headings, classes, current }: BarProps) {
  const t = useT('shell')
  const heading = useSyncExternalStore(headings.subscribe, headings.get)
  const { title, documentTitle = title, parent, back, note, views = [], actions = [] } = heading
  const overlays = useOverlays()
  const network = useNetwork()
  const { standing } = useWaiting()
  const parts = [documentTitle, current && !current.naming && classTitle(current, t).short, t('appName')]
  useDocumentTitle(parts.filter(Boolean).join(' · '))
  return (
    <header className={styles.bar}>
      <div className={styles.title}>
        <div className={styles.phoneLine} data-tone={network.tone}>
          {back ? (
            <Link className={styles.back} to={back.to}>
              <IconChevronLeft aria-hidden />
              {back.label}
            </Link>
          ) : (
            <ClassSwitch classes={classes} current={current} place="phone" />
          )}
          {standing > 0 ? (
            <NeedsYou className={styles.needsYou} />
          ) : (
            <span className={styles.said}>· {network.tone === 'quiet' && note ? note : network.short}</span>
          )}
        </div>
        <div className={styles.heading}>
          {parent && (
            <span className={styles.crumb}>
              <Link to={parent.to}>{parent.label}</Link> <span aria-hidden>/</span>
            </span>
          )}
          <h1>{title}</h1>
        </div>
      </div>
      <div className={styles.actions}>
        <BarViews views={views} />
        {actions.map(action => (
          <BarAction key={action.id} action={action} />
        ))}
        <MoreButton views={views} actions={actions} />
        <button
          type="button"
          className={styles.find}
          data-given-way={actions.some(({ phone }) => phone === 'find')}
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
