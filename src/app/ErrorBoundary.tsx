import { lazy, Suspense } from 'react'

const loadScreen = () => import('./ErrorScreen.tsx')
const ErrorScreen = lazy(async () => ({ default: (await loadScreen()).ErrorScreen }))

/** Fetches the error screen when the first error needs it; `fetchErrorScreen` does so while there still is a network. */
export function ErrorBoundary() {
  return (
    <Suspense fallback={null}>
      <ErrorScreen />
    </Suspense>
  )
}

/** To be called once the first screen stands: an error without a network must find its words on this computer. */
export const fetchErrorScreen = () => loadScreen().catch(() => undefined)
