import { Box, Skeleton, VisuallyHidden } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { Outlet, useMatches } from 'react-router'
import { useT } from '../../i18n/useT.ts'
import { loadChunk } from '../../lib/loadChunk.ts'
import { useApp } from '../AppContext.tsx'
import styles from './Shell.module.css'

export const narrowRailHandle = { rail: 'narrow' } as const

/** Depends on the route, because the layout would shift if the screen set it after loading. */
export const useRailWidth = (): 'narrow' | undefined =>
  useMatches().find(({ handle }) => handle === narrowRailHandle) && narrowRailHandle.rail

const DemoBar = lazy(() => loadChunk(async () => ({ default: (await import('./DemoBar.tsx')).DemoBar })))

export function Page() {
  const { demo } = useApp()
  return (
    <div className={styles.page}>
      {demo && (
        // The height in DemoBar.module.css, so that the layout does not shift.
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
      <Outlet />
    </div>
  )
}

const skeletonWidths = ['40%', '70%', '55%', '82%', '62%', '48%']

export function ScreenLoading() {
  const t = useT('shell')
  return (
    <div className={styles.loading}>
      <VisuallyHidden role="status">{t('loadingScreen')}</VisuallyHidden>
      {skeletonWidths.map(width => (
        <Skeleton key={width} width={width} />
      ))}
    </div>
  )
}
