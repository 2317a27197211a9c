import type { viewer as english } from '../en/viewer.ts'
import type { Translated } from '../Messages.ts'

export const viewer: Translated<typeof english> = {
  title: 'Dateien',
}
