import type { matrix as english } from '../en/matrix.ts'
import type { Translated } from '../Messages.ts'

export const matrix: Translated<typeof english> = {
  title: 'Zugriff',
}
