import { createContext, use, useEffect, useSyncExternalStore } from 'react'
import type { ChatNews, OpenChatNews } from './ChatNews.ts'

const ChatNewsContext = createContext<OpenChatNews | undefined>(undefined)
export const ChatNewsProvider = ChatNewsContext

/** For what must not wait for it. */
export function useOpenChatNews(): OpenChatNews {
  const open = use(ChatNewsContext)
  if (!open) throw new Error('useOpenChatNews outside a ChatNewsProvider')
  return open
}

/** The person's chat news once they are there; asks for nothing. */
export function useChatNews(): ChatNews | undefined {
  const { subscribe, opened } = useOpenChatNews()
  return useSyncExternalStore(subscribe, opened)
}

/** The messages of this chat are on the screen: they are read again when they changed. */
export function useWatchedChat(chatId: number): void {
  const open = useOpenChatNews()
  useEffect(() => {
    let gone = false
    let unwatch: (() => void) | undefined
    open().then(
      news => {
        if (!gone) unwatch = news.watch(chatId)
      },
      // Offline before the code was here: the screen reads as it would without.
      () => undefined,
    )
    return () => {
      gone = true
      unwatch?.()
    }
  }, [open, chatId])
}
