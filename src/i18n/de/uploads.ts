import type { uploads as english } from '../en/uploads.ts'
import type { Translated } from '../Messages.ts'

export const uploads: Translated<typeof english> = {
  title: 'Hochladen',
  uploadFolder: 'Einen Ordner hochladen',
  chooseFolder: 'Einen Ordner zum Hochladen wählen',
  drop: 'Loslassen, um in diesen Ordner hochzuladen',
  count: '{done} von {all} hochgeladen',
  keeping: '{done} von {all} auf diesem Gerät gespeichert. Bitte die Seite noch nicht schließen.',
  standing: '{count, plural, one {1 zu klären} other {# zu klären}}',
  progress: 'Fortschritt beim Hochladen',
  cancelAll: 'Alle abbrechen',
  close: 'Liste schließen',
  more: 'Dateien zeigen',
  less: 'Dateien ausblenden',
  rest: '{count, plural, one {und 1 weitere} other {und # weitere}}',
  retry: 'Noch einmal versuchen',
  retryOne: 'Noch einmal versuchen: {name}',
  cancelOne: 'Abbrechen: {name}',
  heard: {
    going:
      '{standing, plural, =0 {Wird hochgeladen.} one {Wird hochgeladen. Bei 1 Datei ist etwas zu klären.} other {Wird hochgeladen. Bei # Dateien ist etwas zu klären.}}',
    over: '{done, plural, one {1 Datei ist hochgeladen.} other {# Dateien sind hochgeladen.}} {standing, plural, =0 {} one {Bei 1 ist etwas zu klären.} other {Bei # ist etwas zu klären.}}',
  },
  state: {
    sending: '{size} werden hochgeladen',
    done: 'Hochgeladen',
  },
  empty:
    '{count, plural, one {1 Datei ist leer. Leere Dateien nimmt der Dienst nicht an.} other {# Dateien sind leer. Leere Dateien nimmt der Dienst nicht an.}}',
  unreadable:
    '{count, plural, one {1 abgelegter Eintrag ließ sich nicht lesen und wurde nicht hochgeladen:} other {# abgelegte Einträge ließen sich nicht lesen und wurden nicht hochgeladen:}}',
  notKept:
    '{count, plural, one {Für 1 Datei ist in diesem Browser kein Platz, oder sie ist nicht lesbar. Bitte noch einmal versuchen, wenn die anderen hochgeladen sind.} other {Für # Dateien ist in diesem Browser kein Platz, oder sie sind nicht lesbar. Bitte noch einmal versuchen, wenn die anderen hochgeladen sind.}}',
  renamed:
    '{count, plural, one {1 Name hatte Zeichen, die der Dienst nicht annimmt:} other {# Namen hatten Zeichen, die der Dienst nicht annimmt:}}',
  memoryOnly: 'Dieser Browser speichert nichts. Bitte die Seite offen lassen, bis alles hochgeladen ist.',
  failed: 'Es wurde nichts hochgeladen. {reason}',
  understood: 'OK',
  conflict: {
    title: '{count, plural, one {1 Name ist vergeben} other {# Namen sind vergeben}}',
    keepBoth: 'Beide behalten',
    keepBothHint: 'Der neue bekommt eine Nummer: „Name (2)“.',
    replace: 'Als neue Version hochladen',
    replaceHint: 'Der vorhandene Eintrag zeigt den neuen Inhalt.',
    skip: 'Überspringen',
    sizes: 'vorhanden {there} · neu {new}',
    wayFor: 'Was mit {name} geschieht',
    upload: {
      lead: 'Im Ordner gibt es schon Einträge mit diesen Namen. Es wurde noch nichts gesendet.',
      skipHint: 'Der vorhandene Eintrag bleibt; nichts wird hochgeladen.',
      go: 'So hochladen',
      cancel: 'Nichts hochladen',
      leave: 'Schließen und nichts hochladen',
    },
    move: {
      lead: 'Im Ordner gibt es schon Einträge mit diesen Namen. Es wurde noch nichts verschoben.',
      skipHint: 'Der Eintrag bleibt, wo er ist.',
      go: 'So verschieben',
      cancel: 'Nichts verschieben',
      leave: 'Schließen und nichts verschieben',
    },
  },
}
