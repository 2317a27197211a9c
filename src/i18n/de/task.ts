import type { task as english } from '../en/task.ts'
import type { Translated } from '../Messages.ts'

export const task: Translated<typeof english> = {
  title: 'Aufgabe',
}
