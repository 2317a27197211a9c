import type { polls as english } from '../en/polls.ts'
import type { Translated } from '../Messages.ts'

export const polls: Translated<typeof english> = {
  title: 'Umfrage',
}
