import type { uploads as english } from '../en/uploads.ts'
import type { Translated } from '../Messages.ts'

export const uploads: Translated<typeof english> = {
  title: 'Hochladen',
  upload: 'Hochladen',
  uploadFolder: 'Einen Ordner hochladen',
  chooseFiles: 'Dateien zum Hochladen wählen',
  chooseFolder: 'Einen Ordner zum Hochladen wählen',
  drop: 'Loslassen, um in diesen Ordner hochzuladen',
  count: '{done} von {all} hochgeladen',
  folders: 'Ordner',
  left: 'noch etwa {minutes} min',
  keeping: '{done} von {all} werden auf diesem Rechner gesichert. Die Seite bitte noch nicht schließen.',
  standing: '{count, plural, one {1 braucht dich} other {# brauchen dich}}',
  progress: 'Angekommener Teil aller Bytes',
  cancelAll: 'Alle abbrechen',
  close: 'Liste schließen',
  more: 'Dateien zeigen',
  less: 'Dateien ausblenden',
  rest: '{count, plural, one {und 1 weitere} other {und # weitere}}',
  retry: 'Erneut versuchen',
  retryOne: 'Erneut versuchen: {name}',
  cancelOne: 'Abbrechen: {name}',
  says: 'Der Dienst sagt: „{said}“',
  heard: {
    going:
      '{standing, plural, =0 {Wird hochgeladen.} one {Wird hochgeladen. 1 Datei braucht dich.} other {Wird hochgeladen. # Dateien brauchen dich.}}',
    over: '{done, plural, one {1 Datei ist hochgeladen.} other {# Dateien sind hochgeladen.}} {standing, plural, =0 {} one {1 braucht dich.} other {# brauchen dich.}}',
  },
  state: {
    waiting: 'Wartet',
    offline: 'Wartet auf das Netz',
    busy: 'Das Schulnetz ist ausgelastet; weiter um {time}',
    sending: '{size} werden hochgeladen',
    making: 'Ordner wird angelegt',
    made: 'Ordner ist da',
    done: 'Hochgeladen',
    leaving: 'Wird zurückgenommen',
    uncertain:
      'Die Antwort ging verloren; ob sie angekommen ist, lässt sich nicht sagen. Sieh nach, bevor du es erneut versuchst.',
    failed: 'Nicht angenommen',
  },
  why: {
    tooLarge: 'Zu groß für den Dienst der Schule.',
    full: 'Der Dienst der Schule hat keinen Platz mehr.',
    unsupported: 'Der Dienst deiner Schule nimmt keine Dateien an.',
    gone: 'Dieser Browser hat die Datei nicht mehr. Brich ab und wähle sie noch einmal.',
    noFolder: 'Ihr Ordner ist nicht mehr da.',
  },
  unsupported:
    '{count, plural, one {Der Dienst deiner Schule nimmt keine Dateien an: 1 Datei blieb hier.} other {Der Dienst deiner Schule nimmt keine Dateien an: # Dateien blieben hier.}} Ordner lassen sich anlegen.',
  empty:
    '{count, plural, one {1 Datei ist leer. Leere Dateien nimmt der Dienst nicht an.} other {# Dateien sind leer. Leere Dateien nimmt der Dienst nicht an.}}',
  notKept:
    '{count, plural, one {Für 1 Datei ist in diesem Browser kein Platz, oder sie ist nicht lesbar. Versuch es noch einmal, wenn die anderen hochgeladen sind.} other {Für # Dateien ist in diesem Browser kein Platz, oder sie sind nicht lesbar. Versuch es noch einmal, wenn die anderen hochgeladen sind.}}',
  renamed:
    '{count, plural, one {1 Name hatte Zeichen, die der Dienst nicht annimmt:} other {# Namen hatten Zeichen, die der Dienst nicht annimmt:}}',
  memoryOnly: 'Dieser Browser bewahrt nichts auf. Lass die Seite offen, bis alles hochgeladen ist.',
  failed: 'Davon wurde nichts übernommen. {reason}',
  understood: 'Verstanden',
  conflict: {
    title: '{count, plural, one {1 Name ist vergeben} other {# Namen sind vergeben}}',
    lead: 'Im Ordner gibt es schon Dateien mit diesen Namen. Es wurde noch nichts gesendet.',
    keepBoth: 'Beide behalten',
    keepBothHint: 'Die neue bekommt eine Nummer: „Name (2)“.',
    replace: 'Als neue Version hochladen',
    replaceHint: 'Die vorhandene zeigt den neuen Inhalt.',
    skip: 'Überspringen',
    skipHint: 'Was da ist, bleibt; davon wird nichts hochgeladen.',
    sizes: 'vorhanden {there} · neu {new}',
    wayFor: 'Was mit {name} geschieht',
    go: 'So hochladen',
    cancel: 'Nichts hochladen',
    leave: 'Schließen und nichts hochladen',
  },
}
