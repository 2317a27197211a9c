import { useEffect, useState } from 'react'
import type { Api } from '../api/createApi.ts'
import type { LiveUpdates } from '../api/events/liveUpdates.ts'
import type { ChatSync, OpenChatSync, SyncPlatform } from '../features/chats/sync/ChatSyncContext.ts'
import { lazyChunk } from '../lib/lazyChunk.ts'
import type { TabPage } from '../lib/tabTurn.ts'
import type { Session } from '../session/session.ts'
import { usePersonStorage } from '../ui/PersonStorage.tsx'
import { type AppParts, useApp } from './AppContext.tsx'
import { onePerPerson, openLate } from './openLate.ts'

/** The poll begins once the first screen stands, ms. */
const afterFirstScreen = 2000

const syncOf = onePerPerson<AppParts, PersonChatSync>()

/** Keeps the chats of the person below up to date, for as long as they are here. */
export function usePersonChatSync(userId: number): OpenChatSync {
  const parts = useApp()
  const storage = usePersonStorage()
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

/** The chat sync of one person, opened when it is first asked for; its code is fetched then. */
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
    const [{ createChatSync }, { createLiveUpdates }] = await lazyChunk(() =>
      Promise.all([
        import('../features/chats/sync/chatSync.ts'),
        import('../api/events/liveUpdates.ts'),
        // Shown as soon as it is open, and then it must be there.
        import('./shell/UnreadCount.tsx'),
      ]),
    )
    const options = { api, userId, clock, platform }
    return withLiveUpdates(createChatSync(options), createLiveUpdates(options))
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

/** Both begin and end together: where events are told, the chats need no poll. */
function withLiveUpdates(sync: ChatSync, updates: LiveUpdates): ChatSync {
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
