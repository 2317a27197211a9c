import type { composer as english } from '../en/composer.ts'
import type { Translated } from '../Messages.ts'

export const composer: Translated<typeof english> = {
  title: 'Nachricht',
}
