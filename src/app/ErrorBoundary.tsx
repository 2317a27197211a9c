import { lazy, Suspense } from 'react'

const ErrorScreen = lazy(async () => ({ default: (await import('./ErrorScreen.tsx')).ErrorScreen }))

/** Fetches the error screen when the first error needs it; `fetchAhead` does so while there still is a network. */
export function ErrorBoundary() {
  return (
    <Suspense fallback={null}>
      <ErrorScreen />
    </Suspense>
  )
}
