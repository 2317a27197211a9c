import type { overview as english } from '../en/overview.ts'
import type { Translated } from '../Messages.ts'

export const overview: Translated<typeof english> = {
  title: 'Überblick',
}
