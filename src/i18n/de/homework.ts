import type { homework as english } from '../en/homework.ts'
import type { Translated } from '../Messages.ts'

export const homework: Translated<typeof english> = {
  title: 'Hausaufgaben',
}
