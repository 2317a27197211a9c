import type { unsent as english } from '../en/unsent.ts'
import type { Translated } from '../Messages.ts'

export const unsent: Translated<typeof english> = {
  title: 'Noch nicht gesendet',
  lead: 'Hier ist eine Entscheidung nötig. Alles ist auf diesem Gerät gespeichert.',
  none: 'Alles ist gesendet.',
  waiting: '{count, plural, one {1 weiteres wird noch gesendet.} other {# weitere werden noch gesendet.}}',
  correction: 'Korrektur für {pupil}',
  correctionFile: 'Eine Datei zur Korrektur für {pupil}',
  handIn: 'Eigene Abgabe',
  submissionFile: 'Eine Datei der eigenen Abgabe',
  message: 'Nachricht in {chat}',
  messageFile: 'Eine Datei einer Nachricht in {chat}',
  addedPerson: '{person} zu einem Chat hinzufügen',
  coverGrant: 'Lesezugriff für {person}',
  coverSheet: 'Vertretungsblatt für {day}',
  homework: 'Änderungen an einer Hausaufgabe',
  poll: 'Umfrage in {chat}',
  pointsScheme: 'Punkteschema',
  papers: 'Scan von Tests auf Papier',
  upload: 'Etwas zum Hochladen',
  uploadOf: 'Hochladen von {name}',
  other: 'Etwas Geschriebenes',
  pupilNumber: 'Person Nr. {id}',
  chatNumber: 'Chat Nr. {id}',
  homeworkNumber: 'Hausaufgabe Nr. {id}',
  conflict: 'Inzwischen hat es jemand geändert. Zum Vergleichen bitte öffnen.',
  uncertain:
    'Es kam keine Antwort. Ob es angekommen ist, ist unklar. Bitte nachsehen, bevor es noch einmal gesendet wird.',
  failed: 'Es wurde nicht angenommen. {reason}',
  open: 'Öffnen',
  retry: 'Noch einmal senden',
  discardSaid: 'Verwerfen: {what}',
  retrySaid: 'Noch einmal senden: {what}',
  openSaid: 'Öffnen: {what}',
  unreadable:
    'Was auf diesem Gerät gespeichert ist, ließ sich nicht öffnen. Bitte die Seite neu laden, um es noch einmal zu versuchen.',
  signOutTitle: 'Abmelden und das verlieren?',
  signOutLead: 'Beim Abmelden wird das von diesem Gerät entfernt. Zum Fertigstellen vorher öffnen.',
  signOutWrites:
    '{count, plural, one {1 Eintrag, der noch nicht gesendet ist} other {# Einträge, die noch nicht gesendet sind}}',
  signOutDrafts:
    '{count, plural, one {1 Entwurf, der noch nicht gesendet ist} other {# Entwürfe, die noch nicht gesendet sind}}',
  signOutMore: '{count, plural, one {und 1 weiterer} other {und # weitere}}',
  signOutUnknown:
    'Was hier für dieses Konto gespeichert ist, ließ sich nicht öffnen. Ob alles gesendet ist, ist unklar. Beim Abmelden wird es von diesem Gerät entfernt.',
  stay: 'Angemeldet bleiben',
  signOutAnyway: 'Abmelden und verwerfen',
}
