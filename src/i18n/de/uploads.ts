import type { uploads as english } from '../en/uploads.ts'
import type { Translated } from '../Messages.ts'

export const uploads: Translated<typeof english> = {
  title: 'Uploads',
}
