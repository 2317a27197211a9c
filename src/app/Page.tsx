import { lazy, Suspense } from 'react'
import { Outlet } from 'react-router'
import { useApp } from './AppContext.tsx'
import { SlowService } from './SlowService.tsx'
import styles from './shell/Shell.module.css'

const DemoBar = lazy(async () => ({ default: (await import('./DemoBar.tsx')).DemoBar }))

/** The whole window: in the demo a line that says so, then the page. */
export function Page() {
  const { demo } = useApp()
  return (
    <div className={styles.page}>
      {demo && (
        <Suspense fallback={<div className={styles.demoPlace} />}>
          <DemoBar demo={demo} />
        </Suspense>
      )}
      <SlowService />
      <Outlet />
    </div>
  )
}
