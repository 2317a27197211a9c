import type { correction as english } from '../en/correction.ts'
import type { Translated } from '../Messages.ts'

export const correction: Translated<typeof english> = {
  title: 'Korrektur',
}
