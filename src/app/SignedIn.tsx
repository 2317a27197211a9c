import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { SubscriptionProvider } from '../features/timetable/subscription/SubscriptionContext.ts'
import { loadChunk } from '../lib/loadChunk.ts'
import { createUserCache } from '../lib/memoizePerUser.ts'
import { type OpenOutbox, OutboxProvider } from '../outbox/OutboxContext.ts'
import { screenList } from '../screens.ts'
import { CurrentUserProvider } from '../session/currentUser.ts'
import { ExtensionsProvider } from '../session/extensions.ts'
import { UserStorageProvider } from '../session/userStorage.tsx'
import { type AppServices, useApp, useSessionState, useSettings } from './AppContext.tsx'
import * as lateParts from './lazyComponents.ts'
import { createUserOutbox, type UserOutbox } from './openOutbox.ts'
import { loadScreen, type ScreenRoute, screenRoutes } from './screenRoutes.ts'
import { OverlaysProvider } from './shell/Overlays.tsx'
import { Shell } from './shell/Shell.tsx'
import { useLiveUpdates } from './useLiveUpdates.ts'

/**
 * Stays mounted when the session ends, and the same user continues in it. For another user, the key creates everything
 * again (rule 21).
 */
export function SignedIn() {
  const state = useSessionState()
  const { sharedComputer } = useSettings()
  const { api, demo } = useApp()
  const isDemo = demo !== undefined
  const subscriptionHost = useMemo(() => ({ isDemo, hasExtensions: api.supportsKeys }), [isDemo, api])
  useEffect(() => {
    const timer = setTimeout(() => preloadScreens({ isDemo }), 2000)
    return () => clearTimeout(timer)
  }, [isDemo])
  if (!('user' in state)) return null
  return (
    <CurrentUserProvider key={state.user.id} value={state.user}>
      <ExtensionsProvider value={state.settings.extensions}>
        <UserStorageProvider isTemporary={sharedComputer}>
          <Outbox userId={state.user.id}>
            <LiveUpdates userId={state.user.id} />
            <OverlaysProvider isCovered={state.kind === 'ended'}>
              <SubscriptionProvider value={subscriptionHost}>
                <Shell />
              </SubscriptionProvider>
              {state.kind === 'ended' && <lateParts.SessionEnded ended={state} />}
            </OverlaysProvider>
          </Outbox>
        </UserStorageProvider>
      </ExtensionsProvider>
    </CurrentUserProvider>
  )
}

function Outbox({ userId, children }: { userId: number; children: ReactNode }) {
  return <OutboxProvider value={useUserOutbox(userId)}>{children}</OutboxProvider>
}

function LiveUpdates({ userId }: { userId: number }) {
  useLiveUpdates(userId)
  return null
}

/** One per page. Two would compete for the lock to send. */
const getUserOutbox = createUserCache<AppServices, UserOutbox>()

/** Delay in ms until pending writes of an earlier visit are sent, so that the first screen is rendered first. */
const openDelay = 2000

/** Returns the outbox of the user. It is closed on unmount. */
function useUserOutbox(userId: number): OpenOutbox {
  const services = useApp()
  const [outbox] = useState(() =>
    getUserOutbox(services, userId, () => createUserOutbox(services, userId, services.outbox)),
  )
  useEffect(() => {
    const timer = setTimeout(() => outbox.open().catch(() => undefined), openDelay)
    // After a sign-out, deleted data must not be written again. Otherwise the typed text is stored.
    const unsubscribe = services.session.onWipe(reason =>
      reason === 'signedOut' ? outbox.stopWithoutSaving() : outbox.stop(),
    )
    return () => {
      clearTimeout(timer)
      unsubscribe()
      outbox.stop()
    }
  }, [outbox, services])
  return outbox.open
}

/**
 * Loads what the user may need without a network: menus, error messages, the page after a sign-out, and all screens. One
 * after the other, because the screen that is shown is more important.
 */
async function preloadScreens(options: { isDemo: boolean }): Promise<void> {
  const loadFirst = [
    ...Object.values(lateParts).map(part => part.preload()),
    loadChunk(() => import('../features/timetable/DayTimeline.tsx')),
    loadScreen('signIn', options),
  ]
  await Promise.allSettled(loadFirst)
  for (const { id } of screenList) {
    const route: ScreenRoute | undefined = screenRoutes[id]
    if (route) await Promise.allSettled([loadScreen(id, options), route.loader?.()])
  }
}
