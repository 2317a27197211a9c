import { Box, Button, Skeleton, VisuallyHidden } from '@mantine/core'
import { lazy, Suspense, useSyncExternalStore } from 'react'
import { Outlet, useMatches } from 'react-router'
import { useT } from '../../i18n/useT.ts'
import { lazyChunk } from '../../lib/lazyChunk.ts'
import { useApp } from '../AppContext.tsx'
import styles from './Shell.module.css'

/** The handle of a route whose screen is given the room of the rail. */
export const givesRailAway = { rail: 'narrow' } as const

/** Known from the address: were it the screen that says so, everything would move once its code is there. */
export const useRail = (): 'narrow' | undefined =>
  useMatches().find(({ handle }) => handle === givesRailAway) && givesRailAway.rail

const DemoBar = lazy(() => lazyChunk(async () => ({ default: (await import('./DemoBar.tsx')).DemoBar })))

/** The whole window: in the demo a line that says so, then the page. */
export function Page() {
  const { demo } = useApp()
  return (
    <div className={styles.page}>
      {demo && (
        // In the height of DemoBar.module.css: nothing moves when it comes.
        <Suspense
          fallback={
            <Box
              flex="none"
              h="2.0625rem"
              bg="var(--accent-wash)"
              style={{ borderBottom: '1px solid var(--rule)' }}
            />
          }
        >
          <DemoBar demo={demo} />
        </Suspense>
      )}
      <SlowService />
      <Outlet />
    </div>
  )
}

/**
 * Over every screen: what it waits for has not come for ten seconds, and what a person can do. Nothing is lost by either:
 * what is shown and what was typed stays.
 */
function SlowService() {
  const t = useT('shell')
  const { api } = useApp()
  const { subscribe, isSlow, wait, again } = api.slowReads
  if (!useSyncExternalStore(subscribe, isSlow)) return null
  return (
    <div className={styles.slow} role="status">
      <p>{t('slow.said')}</p>
      <Button size="sm" variant="filled" onClick={again}>
        {t('slow.again')}
      </Button>
      <Button size="sm" onClick={wait}>
        {t('slow.wait')}
      </Button>
    </div>
  )
}

const widths = ['40%', '70%', '55%', '82%', '62%', '48%']

/** Where a screen will be, while its code is still on its way. */
export function ScreenLoading() {
  const t = useT('shell')
  return (
    <div className={styles.loading}>
      <VisuallyHidden role="status">{t('loadingScreen')}</VisuallyHidden>
      {widths.map(width => (
        <Skeleton key={width} width={width} />
      ))}
    </div>
  )
}
