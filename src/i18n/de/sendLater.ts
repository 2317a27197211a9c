import type { sendLater as english } from '../en/sendLater.ts'
import type { Translated } from '../Messages.ts'

export const sendLater: Translated<typeof english> = {
  open: 'Später senden',
  title: 'Später senden',
  close: 'Schließen',
  at: '{day}, {time} Uhr',
  today: 'Heute',
  own: 'Andere Zeit',
  day: 'Tag',
  time: 'Uhrzeit',
  calendar: 'Kalender öffnen',
  monthBefore: 'Voriger Monat',
  monthAfter: 'Nächster Monat',
  schedule: 'Vormerken',
  scheduled: 'Die Nachricht wird gesendet: {when}.',
  lead: 'Bis dahin ist die Nachricht für andere nicht sichtbar und kann abgebrochen werden. Das Gerät darf aus sein. Fehlt dann das Schreibrecht im Chat, wird sie nicht gesendet.',
  noFiles:
    'Dateien können nicht später gesendet werden. Bitte die Nachricht jetzt senden oder die Dateien entfernen.',
  failed: 'Nicht vorgemerkt. {reason}',
  problem: {
    day: 'Bitte einen Tag eingeben, z. B. 24.11.',
    time: 'Bitte eine Uhrzeit eingeben, z. B. 07:30.',
    past: 'Diese Zeit ist schon vorbei.',
    tooFar: 'Eine Nachricht kann höchstens {days} Tage vorher vorgemerkt werden.',
  },
  willBeSent: 'Wird gesendet: {when}. Für andere noch nicht sichtbar.',
  notSent: 'Nicht gesendet ({when}): In diesem Chat fehlte das Schreibrecht.',
  sendNow: 'Jetzt senden',
  cancel: 'Abbrechen',
  said: '{action}: {text}',
  tooLate: 'Zu spät: Sie wurde schon gesendet oder abgebrochen.',
  notStored: 'Auf diesem Gerät konnte nicht gespeichert werden: Der Speicher ist voll oder gesperrt.',
  remove: 'Entfernen',
  chatDeleted: 'Die Nachricht wurde nicht gesendet: Der Chat „{name}“ wurde gelöscht.',
  notAMember: 'Die Nachricht wurde nicht gesendet: keine Mitgliedschaft mehr im Chat „{name}“.',
}
