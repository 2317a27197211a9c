import type { access as english } from '../en/access.ts'
import type { Translated } from '../Messages.ts'

export const access: Translated<typeof english> = {
  title: 'Zugriff',
  close: 'Schließen',
}
