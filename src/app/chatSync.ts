import { useEffect, useState } from 'react'
import { createStore } from 'zustand/vanilla'
import type { Api } from '../api/createApi.ts'
import type {
  ChatSync,
  NewsPage,
  NewsPlatform,
  OpenChatNews,
} from '../features/chats/sync/ChatSyncContext.ts'
import { lazyChunk } from '../lib/lazyChunk.ts'
import type { Session } from '../session/session.ts'
import { usePersonStorage } from '../ui/PersonStorage.tsx'
import { useApp } from './AppContext.tsx'

/** The poll begins once the first screen stands, ms. */
const afterFirstScreen = 2000

/** The chat news of the person below, for as long as they are here. */
export function usePersonChatNews(userId: number): OpenChatNews {
  const parts = useApp()
  const storage = usePersonStorage()
  const [news] = useState(() => {
    const { locks, openChannel } = parts.outbox
    return createPersonChatNews(parts, userId, { locks, openChannel, storage, page: browserPage })
  })
  useEffect(() => {
    const timer = setTimeout(() => news.open().catch(() => undefined), afterFirstScreen)
    return () => {
      clearTimeout(timer)
      news.close()
    }
  }, [news])
  return news.open
}

/** The chat news of one person, opened when they are first asked for; their code is fetched then. */
export function createPersonChatNews(
  { api, session, clock }: { api: Api; session: Session; clock: () => number },
  userId: number,
  platform: NewsPlatform,
): { open: OpenChatNews; close(): void } {
  const opened = createStore<ChatSync | undefined>(() => undefined)
  let opening: Promise<ChatSync> | undefined
  let unsubscribe = () => {}

  const follow = (news: ChatSync) => {
    const state = session.state()
    const isHere = state.kind === 'signedIn' && state.user.id === userId
    if (isHere) news.start()
    else news.stop()
  }
  const begin = async (): Promise<ChatSync> => {
    const [{ createChatSync }] = await lazyChunk(() =>
      // Shown as soon as it is open, and then it must be there.
      Promise.all([import('../features/chats/sync/chatSync.ts'), import('./shell/UnreadCount.tsx')]),
    )
    return createChatSync({ api, userId, clock, platform })
  }
  const open = (): Promise<ChatSync> => {
    if (opening) return opening
    const mine = begin().then(
      news => {
        // Closed while it was being opened.
        if (opening !== mine) news.close()
        else {
          unsubscribe = session.subscribe(() => follow(news))
          follow(news)
          opened.setState(news, true)
        }
        return news
      },
      error => {
        if (opening === mine) opening = undefined
        throw error
      },
    )
    opening = mine
    return mine
  }
  return {
    open: Object.assign(open, { opened: opened.getState, subscribe: opened.subscribe }),
    close() {
      unsubscribe()
      opened.getState()?.close()
      opening = undefined
      opened.setState(undefined, true)
    },
  }
}

const browserPage: NewsPage = {
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
