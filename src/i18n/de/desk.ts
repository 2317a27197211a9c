import type { desk as english } from '../en/desk.ts'
import type { Translated } from '../Messages.ts'

export const desk: Translated<typeof english> = {
  title: 'Korrektur',
}
