import type { Api } from '../api/createApi.ts'
import type { DeliveryOptions } from '../delivery/createDelivery.ts'
import type { Delivery } from '../delivery/Delivery.ts'
import type { OpenDelivery } from '../delivery/DeliveryContext.ts'
import { fromBase64Url } from '../lib/encoding.ts'
import { loadChunk } from '../lib/loadChunk.ts'
import { openChannel } from '../lib/openChannel.ts'
import type { Session } from '../session/session.ts'
import { getUserStorage, unlessBlocked } from '../session/userStorage.tsx'
import { createLazyResource } from './lazyResource.ts'
import type { Preferences } from './preferences.ts'

/** Parts of the browser that a delivery needs. */
export type DeliveryPlatform = Pick<
  DeliveryOptions,
  'indexedDB' | 'locks' | 'openChannel' | 'online' | 'page'
>

export type UserDelivery = {
  open: OpenDelivery
  /** Saves pending input and closes. Stored data remains. It can be opened again. */
  stop(): void
  /** Closes without saving, because the stored data is about to be deleted. */
  stopWithoutSaving(): void
}

type DeliveryServices = { api: Api; session: Session; clock: () => number; preferences: Preferences }

/** Creates the delivery of a user. It opens on first use, and its code is loaded then. */
export function createUserDelivery(
  { api, session, clock, preferences }: DeliveryServices,
  userId: number,
  platform: DeliveryPlatform,
): UserDelivery {
  /** Pending save of the previous delivery. The next one waits for it, so that it reads all input. */
  let stopping: Promise<void> = Promise.resolve()
  const getUserId = () => {
    const state = session.state()
    return 'user' in state ? state.user.id : undefined
  }

  const load = async (): Promise<Delivery> => {
    // Read the key now: another user may be signed in when the code is loaded.
    const key = (getUserId() ?? userId) === userId ? getDraftKey(session) : undefined
    await stopping
    const [{ createDelivery }, { deliverableEndpoints }, { startPreferenceSync }, { recordReminder }] =
      await loadChunk(() =>
        Promise.all([
          import('../delivery/createDelivery.ts'),
          import('./deliverableEndpoints.ts'),
          import('./preferenceSync.ts'),
          import('../features/homework/reminders/reminders.ts'),
        ]),
      )
    const state = session.state()
    const hasExtensions = 'settings' in state && state.settings.extensions
    const delivery = await createDelivery({
      ...platform,
      userId,
      key,
      call: api.call,
      // Our own service has them. Another one is known only after its first response.
      supportsKeys: () => hasExtensions || api.supportsKeys(),
      endpoints: deliverableEndpoints,
      makers: {
        async markedCopy(from, readLog) {
          const { makeMarkedCopy } = await loadChunk(
            () => import('../features/homework/correction/makeMarkedCopy.ts'),
          )
          return makeMarkedCopy(from, { call: api.call, queryClient: api.queryClient, readLog })
        },
      },
      onStepDone(entry, step, response) {
        api.recordWrite(step, response)
        if (entry.results.length + 1 < entry.steps.length) return
        const { sharedComputer } = preferences.settings()
        recordReminder(getUserStorage({ isTemporary: sharedComputer }), userId, entry, clock())
      },
      clock,
      active: {
        get: () => session.state().kind === 'signedIn' && getUserId() === userId,
        subscribe: session.subscribe,
      },
    })
    const stopSync = hasExtensions
      ? startPreferenceSync(api.queryClient, preferences, userId)
      : () => undefined
    return {
      ...delivery,
      stop() {
        stopSync()
        return delivery.stop()
      },
      stopWithoutSaving() {
        stopSync()
        delivery.stopWithoutSaving()
      },
    }
  }
  const { open, release } = createLazyResource(
    load,
    () => undefined,
    delivery => delivery.stopWithoutSaving(),
  )
  return {
    open,
    stop: () =>
      release(delivery => {
        stopping = delivery.stop()
      }),
    stopWithoutSaving: () => release(delivery => delivery.stopWithoutSaving()),
  }
}

export function subscribeToOnline(listener: () => void): () => void {
  const abortController = new AbortController()
  for (const event of ['online', 'offline'])
    addEventListener(event, listener, { signal: abortController.signal })
  return () => abortController.abort()
}

/** Returns the delivery platform of this browser. */
export const createBrowserPlatform = (): DeliveryPlatform => ({
  indexedDB: unlessBlocked(() => indexedDB),
  locks: navigator.locks,
  openChannel,
  online: { get: () => navigator.onLine, subscribe: subscribeToOnline },
  page: window,
})

/** Returns the bytes of the session's draft key. Undefined if it is missing or invalid. */
export function getDraftKey(session: Session): Uint8Array | undefined {
  const text = session.draftKey()
  try {
    return text === undefined ? undefined : fromBase64Url(text)
  } catch {
    return undefined
  }
}
