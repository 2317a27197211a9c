import type { chats as english } from '../en/chats.ts'
import type { Translated } from '../Messages.ts'

export const chats: Translated<typeof english> = {
  title: 'Chats',
}
