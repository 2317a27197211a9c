import type { Api } from '../api/createApi.ts'
import { fromBase64Url } from '../lib/encoding.ts'
import { loadChunk } from '../lib/loadChunk.ts'
import { openChannel } from '../lib/openChannel.ts'
import type { OutboxOptions } from '../outbox/createOutbox.ts'
import type { Outbox } from '../outbox/Outbox.ts'
import type { OpenOutbox } from '../outbox/OutboxContext.ts'
import type { Session } from '../session/session.ts'
import { getUserStorage, unlessBlocked } from '../session/userStorage.tsx'
import { createLazyResource } from './lazyResource.ts'
import type { Preferences } from './preferences.ts'

/** Parts of the browser that an outbox needs. */
export type OutboxPlatform = Pick<OutboxOptions, 'indexedDB' | 'locks' | 'openChannel' | 'online' | 'page'>

export type UserOutbox = {
  open: OpenOutbox
  /** Saves pending input and closes. Stored data remains. It can be opened again. */
  stop(): void
  /** Closes without saving, because the stored data is about to be deleted. */
  stopWithoutSaving(): void
}

type OutboxServices = { api: Api; session: Session; clock: () => number; preferences: Preferences }

/** Creates the outbox of a user. It opens on first use, and its code is loaded then. */
export function createUserOutbox(
  { api, session, clock, preferences }: OutboxServices,
  userId: number,
  platform: OutboxPlatform,
): UserOutbox {
  /** Pending save of the previous outbox. The next one waits for it, so that it reads all input. */
  let stopping: Promise<void> = Promise.resolve()
  const readPreferences = () => ({
    settings: preferences.settings(),
    memory: preferences.getUserMemory(userId),
  })
  /** Preferences before changes that are not stored yet. */
  let initial = readPreferences()
  const getUserId = () => {
    const state = session.state()
    return 'user' in state ? state.user.id : undefined
  }

  const load = async (): Promise<Outbox> => {
    // Read the key now: another user may be signed in when the code is loaded.
    const key = (getUserId() ?? userId) === userId ? getDraftKey(session) : undefined
    await stopping
    const [{ createOutbox }, { writeKinds }, { settingKinds }, { startPreferenceSync }, { recordReminder }] =
      await loadChunk(() =>
        Promise.all([
          import('../outbox/createOutbox.ts'),
          import('./writeKinds.ts'),
          import('./settingKinds.ts'),
          import('./preferenceSync.ts'),
          import('../features/homework/reminders/reminders.ts'),
        ]),
      )
    const outbox = await createOutbox({
      ...platform,
      userId,
      key,
      call: api.call,
      supportsKeys: api.supportsKeys,
      kinds: writeKinds,
      settingKinds,
      onSettingStored: api.recordWrite,
      clock,
      active: {
        get: () => session.state().kind === 'signedIn' && getUserId() === userId,
        subscribe: session.subscribe,
      },
    })
    const endpoints = new Map(writeKinds.map(kind => [kind.name, kind.endpoint]))
    outbox.writes.onDone((write, answer) => {
      const { kind, input, sentAt } = write
      const endpoint = endpoints.get(kind)
      if (endpoint) api.recordWrite({ endpoint, input, sentAt }, answer)
      const { sharedComputer } = preferences.settings()
      const storage = getUserStorage({ isTemporary: sharedComputer })
      recordReminder(storage, userId, write)
    })
    const stopPreferences = await startPreferenceSync({
      ...{ outbox, preferences, userId, initial },
      queryClient: api.queryClient,
    }).catch(() => () => undefined)
    const stopSync = () => {
      stopPreferences()
      initial = readPreferences()
    }
    return {
      ...outbox,
      stop() {
        stopSync()
        return outbox.stop()
      },
      stopWithoutSaving() {
        stopSync()
        outbox.stopWithoutSaving()
      },
    }
  }
  const { open, release } = createLazyResource(
    load,
    () => undefined,
    outbox => outbox.stopWithoutSaving(),
  )
  return {
    open,
    stop: () =>
      release(outbox => {
        stopping = outbox.stop()
      }),
    stopWithoutSaving: () => release(outbox => outbox.stopWithoutSaving()),
  }
}

export function subscribeToOnline(listener: () => void): () => void {
  const abortController = new AbortController()
  for (const event of ['online', 'offline'])
    addEventListener(event, listener, { signal: abortController.signal })
  return () => abortController.abort()
}

/** Returns the outbox platform of this browser. */
export const createBrowserPlatform = (): OutboxPlatform => ({
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
