import { lazy, Suspense, useEffect } from 'react'
import { PersonProvider } from '../ui/Person.tsx'
import { PersonStorageProvider } from '../ui/PersonStorage.tsx'
import { useSessionState, useSettings } from './AppContext.tsx'
import { fetchAhead } from './fetchAhead.ts'
import { OverlaysProvider } from './Overlays.tsx'
import { Shell } from './Shell.tsx'

const SessionEnded = lazy(async () => ({ default: (await import('./signIn/SessionEnded.tsx')).SessionEnded }))

/**
 * The shell for whoever is signed in. When the session ends it stays mounted under the sign-in, and the same person
 * goes on in it; for anybody else the key makes everything new (cases 21).
 */
export function SignedIn() {
  const state = useSessionState()
  const { sharedComputer } = useSettings()
  useEffect(() => {
    const timer = setTimeout(fetchAhead, 2000)
    return () => clearTimeout(timer)
  }, [])
  if (!('user' in state)) return null
  return (
    <PersonProvider key={state.user.id} value={state.user}>
      <PersonStorageProvider passing={sharedComputer}>
        <OverlaysProvider covered={state.kind === 'ended'}>
          <Shell />
          {state.kind === 'ended' && (
            <Suspense fallback={null}>
              <SessionEnded ended={state} />
            </Suspense>
          )}
        </OverlaysProvider>
      </PersonStorageProvider>
    </PersonProvider>
  )
}
