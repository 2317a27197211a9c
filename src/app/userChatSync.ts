import { useEffect, useState } from 'react'
import type { Api } from '../api/createApi.ts'
import type { LiveUpdates } from '../api/events/liveUpdates.ts'
import type { ChatSync, OpenChatSync, SyncPlatform } from '../features/chats/sync/ChatSyncContext.ts'
import { loadChunk } from '../lib/loadChunk.ts'
import { createUserCache } from '../lib/memoizePerUser.ts'
import type { TabPage } from '../lib/tabLeader.ts'
import type { Session } from '../session/session.ts'
import { useUserStorage } from '../session/userStorage.tsx'
import { type AppServices, useApp } from './AppContext.tsx'
import { createLazyResource } from './lazyResource.ts'

/** Delay of the first poll in ms, so that the first screen is rendered first. */
const openDelay = 2000

const getUserSync = createUserCache<AppServices, UserChatSync>()

/** Keeps the chats of the signed-in user up to date until the unmount. */
export function useUserChatSync(userId: number): OpenChatSync {
  const services = useApp()
  const storage = useUserStorage()
  const [sync] = useState(() =>
    getUserSync(services, userId, () => {
      const { locks, openChannel } = services.outbox
      return createUserChatSync(services, userId, { locks, openChannel, storage, page: browserPage })
    }),
  )
  useEffect(() => {
    const timer = setTimeout(() => sync.open().catch(() => undefined), openDelay)
    return () => {
      clearTimeout(timer)
      sync.close()
    }
  }, [sync])
  return sync.open
}

type UserChatSync = { open: OpenChatSync; close(): void }

/** Creates the chat sync of a user. It opens on first use, and its code is loaded then. */
export function createUserChatSync(
  { api, session, clock }: { api: Api; session: Session; clock: () => number },
  userId: number,
  platform: SyncPlatform,
): UserChatSync {
  let unsubscribe = () => {}
  const updateRunning = (sync: ChatSync) => {
    const state = session.state()
    const isActive = state.kind === 'signedIn' && state.user.id === userId
    if (isActive) sync.start()
    else sync.stop()
  }
  const load = async (): Promise<ChatSync> => {
    const [{ createChatSync }, { createChatRefreshRules }, { createLiveUpdates }] = await loadChunk(() =>
      Promise.all([
        import('../features/chats/sync/chatSync.ts'),
        import('../features/chats/sync/chatRefreshRules.ts'),
        import('../api/events/liveUpdates.ts'),
        // Rendered as soon as the sync is open, so they must be loaded by then.
        import('./shell/UnreadCount.tsx'),
        import('./shell/UnreadTitle.tsx'),
        import('./shell/HomeworkCount.tsx'),
      ]),
    )
    const { rules, close } = createChatRefreshRules(api.queryClient)
    const options = { api, userId, clock, platform }
    const updates = createLiveUpdates({ ...options, rules })
    return withLiveUpdates(createChatSync(options), updates, close)
  }
  const { open, release } = createLazyResource(
    load,
    sync => {
      unsubscribe = session.subscribe(() => updateRunning(sync))
      updateRunning(sync)
    },
    sync => sync.close(),
  )
  return {
    open,
    close() {
      unsubscribe()
      release(sync => sync.close())
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
  isVisible: () => document.visibilityState === 'visible',
  isFocused: () => document.hasFocus(),
  subscribe(listener) {
    const abortController = new AbortController()
    const { signal } = abortController
    const handleChange = () => listener(false)
    document.addEventListener('visibilitychange', handleChange, { signal })
    for (const event of ['focus', 'blur', 'pageshow'])
      window.addEventListener(event, handleChange, { signal })
    window.addEventListener('online', () => listener(true), { signal })
    return () => abortController.abort()
  },
}
