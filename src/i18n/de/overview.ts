import type { overview as english } from '../en/overview.ts'
import type { Translated } from '../Messages.ts'

export const overview: Translated<typeof english> = {
  numbers: 'In Zahlen',
  missing: 'Ohne Abgabe',
  toCorrect: 'Zu korrigieren',
  corrected: 'Korrigiert',
  of: '<b>{count}</b> von {all}',
  mean: 'Durchschnitt',
  median: 'Median',
  ofMaximum: '<b>{points}</b> von {maximum}',
  none: 'noch keine',
  points: {
    title: 'Punkte',
    lead: '{count} mit Punkten{without, plural, =0 {} other {, # ohne}}',
    table: 'Punkteverteilung',
    axis: 'Punkte',
    pupils: 'Schülerinnen und Schüler',
    under: '{from} bis unter {to}',
    upTo: '{from} bis {to}',
    noneTitle: 'Noch keine Punkte vergeben',
    noneLead: 'Sie erscheinen hier, sobald eine Korrektur mit Punkten zurückgegeben ist.',
  },
  notSeenCount:
    '{count, plural, one {1 davon hat es nicht gesehen.} other {# davon haben es nicht gesehen.}}',
  nobodyMissing: 'Keine Abgabe fehlt.',
  copy: 'Kopieren',
  copyOf: 'Namen kopieren: {list}',
  copied: '{count, plural, one {1 Name kopiert.} other {# Namen kopiert.}}',
  copyYourself:
    'Dieser Browser erlaubt der App das Kopieren nicht. Die Namen sind markiert: Zum Kopieren {key} drücken.',
  names: 'Namen: {list}',
  save: 'Als CSV speichern',
  saved: 'Als Datei für die Tabellenkalkulation gespeichert.',
  saveFailed: 'Die Datei ließ sich nicht speichern. Bitte noch einmal versuchen.',
  fileName: '{homework}, Übersicht',
  csv: {
    name: 'Name',
    state: 'Stand',
    seen: 'Gesehen',
    handedIn: 'Abgegeben',
    minutesAfterDue: 'Minuten nach Abgabetermin',
    corrected: 'Korrigiert',
    points: 'Punkte',
    maximum: 'Von',
    correction: 'Korrektur',
  },
  empty: {
    title: 'Noch niemand in dieser Klasse',
    lead: 'Die Zahlen erscheinen hier, sobald die Klasse Schülerinnen und Schüler hat.',
  },
}
