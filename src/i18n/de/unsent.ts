import type { unsent as english } from '../en/unsent.ts'
import type { Translated } from '../Messages.ts'

export const unsent: Translated<typeof english> = {
  title: 'Noch nicht gesendet',
  close: 'Schließen',
  lead: 'Das steht still, bis du entscheidest. Alles ist auf diesem Computer aufgehoben.',
  none: 'Alles ist gesendet.',
  waiting:
    '{count, plural, one {1 weitere Sache wartet} other {# weitere Sachen warten}} darauf, gesendet zu werden.',
  correction: 'Korrektur für {pupil}',
  correctionFile: 'Eine Datei zur Korrektur für {pupil}',
  handIn: 'Deine Abgabe',
  submissionFile: 'Eine Datei deiner Abgabe',
  message: 'Nachricht in {chat}',
  messageFile: 'Eine Datei einer Nachricht in {chat}',
  upload: 'Etwas zum Hochladen',
  uploadOf: 'Hochladen von {name}',
  other: 'Etwas, das du geschrieben hast',
  pupilNumber: 'Schüler Nr. {id}',
  chatNumber: 'Chat Nr. {id}',
  homeworkNumber: 'Hausaufgabe Nr. {id}',
  conflict: 'Inzwischen hat es jemand geändert. Vergleiche beides dort, wo du es geschrieben hast.',
  uncertain:
    'Die Antwort ging verloren. Niemand kann sagen, ob es angekommen ist; sieh nach, bevor du es noch einmal sendest.',
  failed: 'Es wurde nicht angenommen. {reason}',
  open: 'Öffnen',
  retry: 'Noch einmal senden',
  discard: 'Verwerfen',
  discardSaid: 'Verwerfen: {what}',
  retrySaid: 'Noch einmal senden: {what}',
  openSaid: 'Öffnen: {what}',
  unreadable:
    'Was auf diesem Computer aufgehoben ist, ließ sich nicht öffnen. Lade die Seite neu, um es noch einmal zu versuchen.',
  signOutTitle: 'Abmelden und das verlieren?',
  signOutLead: 'Beim Abmelden wird von diesem Computer entfernt, was hier für dich aufgehoben ist:',
  signOutWrites:
    '{count, plural, one {1 Sache, die noch nicht gesendet ist} other {# Sachen, die noch nicht gesendet sind}}',
  signOutDrafts:
    '{count, plural, one {1 Entwurf, der noch nicht gesendet ist} other {# Entwürfe, die noch nicht gesendet sind}}',
  signOutUnknown:
    'Was hier für dich aufgehoben ist, ließ sich nicht öffnen. Ob noch etwas ungesendet ist, lässt sich nicht sagen. Beim Abmelden wird es von diesem Computer entfernt.',
  stay: 'Bleiben',
  signOutAnyway: 'Abmelden und verwerfen',
}
