import type { files as english } from '../en/files.ts'
import type { Translated } from '../Messages.ts'

export const files: Translated<typeof english> = {
  title: 'Dateien',
}
