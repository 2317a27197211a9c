import type { subject as english } from '../en/subject.ts'
import type { Translated } from '../Messages.ts'

export const subject: Translated<typeof english> = {
  title: 'Fach',
}
