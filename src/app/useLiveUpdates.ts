import { useEffect } from 'react'
import { loadChunk } from '../lib/loadChunk.ts'
import type { TabPage } from '../lib/tabLeader.ts'
import { useApp } from './AppContext.tsx'

/** Delay in ms until the stream is opened, so that the first screen is rendered first. */
const openDelay = 2000

/** Receives changes from the service while this user is signed in, until the unmount. */
export function useLiveUpdates(userId: number): void {
  const { api, session, clock, delivery } = useApp()
  useEffect(() => {
    let isUnmounted = false
    let close = () => {}
    const open = async () => {
      const [{ createChatRefreshRules }, { createLiveUpdates }] = await loadChunk(() =>
        Promise.all([
          import('../features/chats/sync/chatRefreshRules.ts'),
          import('../api/events/liveUpdates.ts'),
        ]),
      )
      if (isUnmounted) return
      const { locks, openChannel } = delivery
      const chatRules = createChatRefreshRules(api.queryClient)
      const updates = createLiveUpdates({
        ...{ api, userId, clock, rules: chatRules.rules },
        platform: { locks, openChannel, page: browserPage },
      })
      const startOrStop = () => {
        const state = session.state()
        if (state.kind === 'signedIn' && state.user.id === userId) updates.start()
        else updates.stop()
      }
      const unsubscribe = session.subscribe(startOrStop)
      startOrStop()
      close = () => {
        unsubscribe()
        updates.close()
        chatRules.close()
      }
    }
    // If the code can't be loaded, e.g. offline, the screens poll.
    const timer = setTimeout(() => open().catch(() => undefined), openDelay)
    return () => {
      isUnmounted = true
      clearTimeout(timer)
      close()
    }
  }, [api, session, clock, delivery, userId])
}

const browserPage: TabPage = {
  isVisible: () => document.visibilityState === 'visible',
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
