import type { preview as english } from '../en/preview.ts'
import type { Translated } from '../Messages.ts'

export const preview: Translated<typeof english> = {
  title: 'Vorschau',
}
