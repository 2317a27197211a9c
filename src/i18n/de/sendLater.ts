import type { sendLater as english } from '../en/sendLater.ts'
import type { Translated } from '../Messages.ts'

export const sendLater: Translated<typeof english> = {
  open: 'Später senden',
  title: 'Später senden',
  at: '{day}, {time} Uhr',
  own: 'Andere Zeit',
  day: 'Tag',
  time: 'Uhrzeit',
  noSchool: 'An diesem Tag ist kein Unterricht.',
  closedDay: 'kein Unterricht',
  pastDay: 'vergangen',
  calendar: 'Kalender öffnen',
  monthBefore: 'Voriger Monat',
  monthAfter: 'Nächster Monat',
  schedule: 'Vormerken',
  scheduled: 'Die Nachricht wird gesendet: {when}.',
  lead: 'Bis dahin ist die Nachricht für andere nicht sichtbar und kann abgebrochen werden. Das Gerät darf aus sein. Fehlt dann das Schreibrecht im Chat, wird sie nicht gesendet.',
  noFiles:
    'Dateien können nicht später gesendet werden. Bitte die Nachricht jetzt senden oder die Dateien entfernen.',
  noConfirmation:
    'Eine Bitte um Bestätigung kann nicht später gesendet werden. Bitte jetzt senden oder „Bitte bestätigen“ ausschalten.',
  noReminder:
    'Eine Erinnerung kann nicht später gesendet werden, weil die App zeigt, wann sie gesendet wurde. Bitte jetzt senden oder das Feld leeren und die Nachricht selbst schreiben.',
  failed: 'Nicht vorgemerkt. {reason}',
  noAnswerToSchedule:
    'Es kam keine Antwort. Ob die Nachricht vorgemerkt ist, ist unklar. Wenn ja, erscheint sie mit ihrer Zeit im Chat.',
  problem: {
    day: 'Bitte einen Tag eingeben, z. B. 24.11.',
    time: 'Bitte eine Uhrzeit eingeben, z. B. 07:30.',
    past: 'Diese Zeit ist schon vorbei.',
    tooFar: 'Eine Nachricht kann höchstens {days} Tage vorher vorgemerkt werden.',
  },
  willBeSent: 'Wird gesendet: {when}. Für andere noch nicht sichtbar.',
  notSent: 'Nicht gesendet ({when}): In diesem Chat fehlte das Schreibrecht.',
  sendNow: 'Jetzt senden',
  change: 'Ändern',
  said: '{action}: {text}',
  tooLate: 'Zu spät: Die Nachricht wurde schon gesendet oder abgebrochen.',
  noAnswer: 'Es kam keine Antwort. Ob es geklappt hat, ist unklar.',
  notStored: 'Auf diesem Gerät konnte nicht gespeichert werden: Der Speicher ist voll oder gesperrt.',
  remove: 'Entfernen',
  undelivered: {
    chatDeleted: 'Die Nachricht wurde nicht gesendet: Der Chat „{name}“ wurde gelöscht.',
    notAMember: 'Die Nachricht wurde nicht gesendet: Es gab keinen Zugriff mehr auf den Chat „{name}“.',
    mayNotWrite: 'Die Nachricht wurde nicht gesendet: Im Chat „{name}“ fehlte das Schreibrecht.',
    unknown: 'Die Nachricht an den Chat „{name}“ wurde nicht gesendet.',
  },
}
