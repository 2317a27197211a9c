import { useSyncExternalStore } from 'react'
import { useT } from '../i18n/useT.ts'
import { Button } from '../ui/Button.tsx'
import { useApp } from './AppContext.tsx'
import styles from './SlowService.module.css'

/**
 * Over every screen: what it waits for has not come for ten seconds, and what a person can do. Nothing is lost by either:
 * what is shown and what was typed stays.
 */
export function SlowService() {
  const t = useT('shell')
  const { api } = useApp()
  const { subscribe, isSlow, wait, again } = api.slowReads
  if (!useSyncExternalStore(subscribe, isSlow)) return null
  return (
    <div className={styles.slow} role="status">
      <p>{t('slow.said')}</p>
      <div className={styles.ways}>
        <Button size="small" look="primary" onClick={again}>
          {t('slow.again')}
        </Button>
        <Button size="small" onClick={wait}>
          {t('slow.wait')}
        </Button>
      </div>
    </div>
  )
}
