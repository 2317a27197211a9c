export const chats = {
  title: 'Chats',
} as const
