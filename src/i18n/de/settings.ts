import type { settings as english } from '../en/settings.ts'
import type { Translated } from '../Messages.ts'

export const settings: Translated<typeof english> = {
  account: 'Im Schulkonto gespeichert.',
  pending: 'Auf diesem Gerät gespeichert, noch nicht im Schulkonto.',
  unsupported: 'Nur auf diesem Gerät gespeichert: Der Dienst der Schule speichert keine Einstellungen.',
  refused: 'Nur auf diesem Gerät gespeichert: Der Dienst der Schule nimmt diese Einstellung nicht an.',
}
