import { type ReactNode, useEffect, useState } from 'react'
import { DeliveryProvider, type OpenDelivery } from '../delivery/DeliveryContext.ts'
import { IsDemoContext } from '../features/timetable/subscription/SubscriptionContext.ts'
import { loadChunk } from '../lib/loadChunk.ts'
import { createUserCache } from '../lib/memoizePerUser.ts'
import { screenList } from '../screens.ts'
import { CurrentUserProvider } from '../session/currentUser.ts'
import { ExtensionsProvider } from '../session/extensions.ts'
import { UserStorageProvider } from '../session/userStorage.tsx'
import { type AppServices, useApp, useSessionState, useSettings } from './AppContext.tsx'
import * as lateParts from './lazyComponents.ts'
import { createUserDelivery, type UserDelivery } from './openDelivery.ts'
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
  const { demo } = useApp()
  useEffect(() => {
    const timer = setTimeout(preloadScreens, 2000)
    return () => clearTimeout(timer)
  }, [])
  if (!('user' in state)) return null
  return (
    <CurrentUserProvider key={state.user.id} value={state.user}>
      <UserStorageProvider isTemporary={sharedComputer}>
        <Delivery userId={state.user.id}>
          <LiveUpdates userId={state.user.id} />
          <OverlaysProvider isCovered={state.kind === 'ended'}>
            <IsDemoContext value={demo !== undefined}>
              <ExtensionsProvider value={state.settings.extensions}>
                <Shell />
              </ExtensionsProvider>
            </IsDemoContext>
            {state.kind === 'ended' && <lateParts.SessionEnded ended={state} />}
          </OverlaysProvider>
        </Delivery>
      </UserStorageProvider>
    </CurrentUserProvider>
  )
}

function Delivery({ userId, children }: { userId: number; children: ReactNode }) {
  return <DeliveryProvider value={useUserDelivery(userId)}>{children}</DeliveryProvider>
}

function LiveUpdates({ userId }: { userId: number }) {
  useLiveUpdates(userId)
  return null
}

/** One per page. Two would compete for the lock to send. */
const getUserDelivery = createUserCache<AppServices, UserDelivery>()

/** Delay in ms until pending writes of an earlier visit are sent, so that the first screen is rendered first. */
const openDelay = 2000

/** Returns the delivery of the user. It is closed on unmount. */
function useUserDelivery(userId: number): OpenDelivery {
  const services = useApp()
  const [delivery] = useState(() =>
    getUserDelivery(services, userId, () => createUserDelivery(services, userId, services.delivery)),
  )
  useEffect(() => {
    const timer = setTimeout(() => delivery.open().catch(() => undefined), openDelay)
    // After a sign-out, deleted data must not be written again. Otherwise the typed text is stored.
    const unsubscribe = services.session.onWipe(reason =>
      reason === 'signedOut' ? delivery.stopWithoutSaving() : delivery.stop(),
    )
    return () => {
      clearTimeout(timer)
      unsubscribe()
      delivery.stop()
    }
  }, [delivery, services])
  return delivery.open
}

/**
 * Loads what the user may need without a network: menus, error messages, the page after a sign-out, and all screens. One
 * after the other, because the screen that is shown is more important.
 */
async function preloadScreens(): Promise<void> {
  const loadFirst = [
    ...Object.values(lateParts).map(part => part.preload()),
    loadChunk(() => import('../features/timetable/DayTimeline.tsx')),
    loadScreen('signIn'),
  ]
  await Promise.allSettled(loadFirst)
  for (const { id } of screenList) {
    const route: ScreenRoute | undefined = screenRoutes[id]
    if (route) await Promise.allSettled([loadScreen(id), route.loader?.()])
  }
}
