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
  creating: 'Wird angelegt …',
  goesOn: 'Es dauert etwas. Das Fenster kann geschlossen werden: Der Chat steht dann in der Liste.',
  checking: 'Es kam keine Antwort. Es wird geprüft, ob der Chat angelegt wurde …',
  notApplied:
    'Es kam keine Antwort, und der Chat steht nicht in der Liste. Er lässt sich noch einmal anlegen.',
  uncertain: 'Es kam keine Antwort. Ob der Chat angelegt wurde, ist unklar.',
  notStored:
    'Der Chat ist angelegt. Die Personen und die Nachricht ließen sich auf diesem Gerät nicht speichern und wurden nicht hinzugefügt. Bitte noch einmal versuchen.',
  createAgain: 'Noch einmal anlegen',
  failed: 'Der Chat wurde nicht angelegt.',
  errors: {
    missing: 'Der Chat braucht einen Namen.',
    tooLong: 'Ein Name hat höchstens {count} Zeichen.',
    messageTooLong: 'Eine Nachricht hat höchstens {count} Zeichen.',
    membersLoading: '{named}: Die Personen werden noch geladen. Bitte gleich noch einmal versuchen.',
    membersUnknown:
      '{named}: Die Personen konnten nicht geladen werden. Die Klasse entfernen oder später noch einmal versuchen.',
  },
  refused: 'Der Dienst der Schule sagt: {said}',
  restored: 'Nicht fertig angelegter Chat, Stand {when}.',
  restart: 'Neu beginnen',
  restartFor: '{count, plural, one {Neu beginnen mit {name}} other {Neu beginnen mit # Personen}}',
  each: {
    title: 'Neue Nachricht',
    message: 'Text der Nachricht',
    lead: '{count, plural, one {Eine Person bekommt das im eigenen Chat.} other {Alle # bekommen das einzeln, im eigenen Chat. Niemand sieht, wer es noch bekommt.}}',
    send: '{count, plural, one {An 1 Person senden} other {An # einzeln senden}}',
    sending: 'Wird gesendet …',
    nobody: 'Bitte zuerst Personen auswählen.',
    empty: 'Bitte zuerst eine Nachricht schreiben.',
    failed:
      '{count, plural, one {Nicht gesendet an die Person oben.} other {Nicht gesendet an die # Personen oben.}} {reason}',
    groupHint: 'In einem gemeinsamen Chat sehen diese {count} Personen gegenseitig ihre Namen und Antworten.',
    group: 'Gemeinsamen Chat für alle {count} öffnen',
  },
  adding: {
    progress: 'Personen werden hinzugefügt: {done} von {count}.',
    thenMessage: 'Danach wird die Nachricht gesendet.',
    done: '{count, plural, one {1 Person wurde hinzugefügt.} other {# Personen wurden hinzugefügt.}}',
    doneAll: 'Alle wurden hinzugefügt.',
    doneSome: '{done} von {count} Personen wurden hinzugefügt.',
    results: 'Ergebnis für jede Person',
    showAll: 'Alle Personen zeigen',
    hideAll: 'Ausblenden',
    state: {
      done: 'hinzugefügt',
      waiting: 'wartet',
      sending: 'wird hinzugefügt',
      uncertain: 'keine Antwort, daher ist es unklar',
    },
    retry: 'Noch einmal',
    retrySaid: 'Noch einmal versuchen: {name}',
    retryAll: 'Alle noch einmal versuchen',
    discard: 'Nicht hinzufügen',
    discardSaid: '{name} nicht hinzufügen',
  },
}
