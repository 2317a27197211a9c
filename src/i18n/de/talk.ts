import type { talk as english } from '../en/talk.ts'
import type { Translated } from '../Messages.ts'

export const talk: Translated<typeof english> = {
  title: 'Nachrichten',
}
