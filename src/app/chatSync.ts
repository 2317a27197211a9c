import { useEffect, useState } from 'react'
import type { Api } from '../api/createApi.ts'
import type { LiveUpdates } from '../api/events/liveUpdates.ts'
import type { ChatSync, OpenChatSync, SyncPlatform } from '../features/chats/sync/ChatSyncContext.ts'
import { lazyChunk } from '../lib/lazyChunk.ts'
import type { TabPage } from '../lib/tabLeader.ts'
import type { Session } from '../session/session.ts'
import { useUserStorage } from '../session/userStorage.tsx'
import { type AppParts, useApp } from './AppContext.tsx'
import { onePerPerson, openLate } from './openLate.ts'

/** Delay of the first poll in ms, so that the first screen is rendered first. */
const afterFirstScreen = 2000

const syncOf = onePerPerson<AppParts, PersonChatSync>()

/** Keeps the chats of the signed-in user up to date until the unmount. */
export function usePersonChatSync(userId: number): OpenChatSync {
  const parts = useApp()
  const storage = useUserStorage()
  const [sync] = useState(() =>
    syncOf(parts, userId, () => {
      const { locks, openChannel } = parts.outbox
      return createPersonChatSync(parts, userId, { locks, openChannel, storage, page: browserPage })
    }),
  )
  useEffect(() => {
    const timer = setTimeout(() => sync.open().catch(() => undefined), afterFirstScreen)
    return () => {
      clearTimeout(timer)
      sync.close()
    }
  }, [sync])
  return sync.open
}

type PersonChatSync = { open: OpenChatSync; close(): void }

/** Creates the chat sync of a user. It opens on first use, and its code is loaded then. */
export function createPersonChatSync(
  { api, session, clock }: { api: Api; session: Session; clock: () => number },
  userId: number,
  platform: SyncPlatform,
): PersonChatSync {
  let unsubscribe = () => {}
  const follow = (sync: ChatSync) => {
    const state = session.state()
    const isHere = state.kind === 'signedIn' && state.user.id === userId
    if (isHere) sync.start()
    else sync.stop()
  }
  const begin = async (): Promise<ChatSync> => {
    const [{ createChatSync }, { createChatRefreshRules }, { createLiveUpdates }] = await lazyChunk(() =>
      Promise.all([
        import('../features/chats/sync/chatSync.ts'),
        import('../features/chats/sync/refreshRules.ts'),
        import('../api/events/liveUpdates.ts'),
        // Rendered as soon as the sync is open, so they must be loaded by then.
        import('./shell/UnreadCount.tsx'),
        import('./shell/ToMarkCount.tsx'),
      ]),
    )
    const { rules, close } = createChatRefreshRules(api.queryClient)
    const options = { api, userId, clock, platform }
    const updates = createLiveUpdates({ ...options, rules })
    return withLiveUpdates(createChatSync(options), updates, close)
  }
  const { open, letGo } = openLate(
    begin,
    sync => {
      unsubscribe = session.subscribe(() => follow(sync))
      follow(sync)
    },
    sync => sync.close(),
  )
  return {
    open,
    close() {
      unsubscribe()
      letGo(sync => sync.close())
    },
  }
}

/** Starts and stops the chat sync together with the live updates. While events arrive, the chats are not polled. */
function withLiveUpdates(sync: ChatSync, updates: LiveUpdates, closeRules: () => void): ChatSync {
  return {
    ...sync,
    start() {
      sync.start()
      updates.start()
    },
    stop() {
      sync.stop()
      updates.stop()
    },
    close() {
      sync.close()
      updates.close()
      closeRules()
    },
  }
}

const browserPage: TabPage = {
  visible: () => document.visibilityState === 'visible',
  focused: () => document.hasFocus(),
  subscribe(listener) {
    const stop = new AbortController()
    const { signal } = stop
    const changed = () => listener(false)
    document.addEventListener('visibilitychange', changed, { signal })
    for (const event of ['focus', 'blur', 'pageshow']) window.addEventListener(event, changed, { signal })
    window.addEventListener('online', () => listener(true), { signal })
    return () => stop.abort()
  },
}
