import { IconMessage } from '@tabler/icons-react'

export const chatRoutes = {
  chats: {
    icon: IconMessage,
    Component: async () => (await import('./ChatsScreen.tsx')).ChatsScreen,
    loader: async () => (await import('./chatQueries.ts')).chatsLoader,
  },
  // Rendered by the list, so that switching chats does not render the list again.
  chat: undefined,
  newChat: { Component: async () => (await import('./newChat/NewChatScreen.tsx')).NewChatScreen },
}
