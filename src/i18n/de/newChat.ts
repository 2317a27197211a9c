import type { newChat as english } from '../en/newChat.ts'
import type { Translated } from '../Messages.ts'

export const newChat: Translated<typeof english> = {
  title: 'Neuer Chat',
  name: 'Name',
  nameHint: 'Alle im Chat sehen ihn.',
  people: 'Personen',
  access: 'Diese Personen dürfen',
  write: 'Schreiben',
  read: 'Nur lesen',
  broadcast: 'Nur Admins schreiben',
  broadcastHint: 'Für Mitteilungen: Alle anderen können nur lesen.',
  files: 'Dateien erlaubt',
  filesHint: 'Bilder, Dokumente und andere Dateien können gesendet werden.',
  message: 'Erste Nachricht',
  messageHint: 'Freiwillig. Sie wird gesendet, sobald alle hinzugefügt sind.',
  readers:
    '{count, plural, one {Niemand sonst wird diesen Chat sehen} other {# Personen werden diesen Chat sehen}}',
  readersUnknown: 'Personen werden gezählt',
  requests:
    '{count, plural, one {1 Person wird mit 1 Anfrage hinzugefügt.} other {Personen werden einzeln hinzugefügt: # Anfragen.}}',
  requestsWithClass: '{count, plural, one {Hinzufügen mit 1 Anfrage.} other {Hinzufügen mit # Anfragen.}}',
  joinLater:
    '{count, plural, one {Wer später in die Klasse kommt, sieht ihn auch.} other {Wer später in eine der Klassen kommt, sieht ihn auch.}}',
  create: 'Chat anlegen',
  errors: {
    missing: 'Der Chat braucht einen Namen.',
    tooLong: 'Ein Name hat höchstens {count} Zeichen.',
    messageTooLong: 'Eine Nachricht hat höchstens {count} Zeichen.',
    membersLoading: '{named}: Die Personen werden noch geladen. Bitte gleich noch einmal versuchen.',
    membersUnknown:
      '{named}: Die Personen konnten nicht geladen werden. Die Klasse entfernen oder später noch einmal versuchen.',
  },
  restored: 'Nicht fertig angelegter Chat, Stand {when}.',
  restart: 'Neu beginnen',
  restartFor: '{count, plural, one {Neu beginnen mit {name}} other {Neu beginnen mit # Personen}}',
  each: {
    title: 'Neue Nachricht',
    message: 'Text der Nachricht',
    lead: '{count, plural, one {Eine Person bekommt das im eigenen Chat.} other {Alle # bekommen das einzeln, im eigenen Chat. Niemand sieht, wer es noch bekommt.}}',
    send: '{count, plural, one {An 1 Person senden} other {An # einzeln senden}}',
    nobody: 'Bitte zuerst Personen auswählen.',
    empty: 'Bitte zuerst eine Nachricht schreiben.',
    groupHint: 'In einem gemeinsamen Chat sehen diese {count} Personen gegenseitig ihre Namen und Antworten.',
    group: 'Gemeinsamen Chat für alle {count} öffnen',
  },
  entry: 'Neuer Chat: {name}',
  adding: {
    progress: 'Personen werden hinzugefügt: {done} von {count}.',
    thenMessage: 'Danach wird die Nachricht gesendet.',
    stopped: '{name} wurde nicht hinzugefügt.',
    skip: '{name} weglassen',
  },
}
