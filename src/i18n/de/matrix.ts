import type { matrix as english } from '../en/matrix.ts'
import type { Translated } from '../Messages.ts'

export const matrix: Translated<typeof english> = {
  title: 'Zugriff',
  grid: 'Wer worauf in dieser Klasse Zugriff hat',
  list: 'Was diese Klasse hat, und wer Zugriff darauf hat',
  loading: 'Zugriffe werden geladen',
  failed: 'Wer Zugriff hat, konnte nicht geladen werden',
  filter: 'Personen und Inhalte filtern',
  kind: 'Art',
  allKinds: 'Alle Arten',
  onlyOneAdmin: 'Nur ein Admin',
  older: 'Ältere Hausaufgaben',
  people: '{shown, plural, one {# Person} other {# Personen}}',
  peopleOf: '{shown} von {all, plural, one {# Person} other {# Personen}}',
  things: '{shown, plural, one {# Inhalt} other {# Inhalte}}',
  thingsOf: '{shown} von {all, plural, one {# Inhalt} other {# Inhalten}}',
  progress: '{loaded} von {all} geladen',
  loadedAll: '{all, plural, one {# Inhalt} other {# Inhalte}} geladen',
  facts: {
    onlyOneAdmin: '{count} mit nur einem Admin',
    pupilAdmin: '{count} mit Schülern als Admin',
    hidden: '{count} für dich nicht einsehbar',
    untold: '{count}, zu denen dieser Dienst nichts sagt',
    failed: '{count} nicht geladen',
  },
  tryAgain: 'Noch einmal versuchen',
  stale: 'Stand {when}. {reason}',
  listFailed: {
    subject: 'Die Fächer konnten nicht geladen werden.',
    chat: 'Die Chats konnten nicht geladen werden.',
    homework: 'Die Hausaufgaben konnten nicht geladen werden.',
    file: 'Die Dateien konnten nicht geladen werden.',
    people: 'Die Personen der Klasse konnten nicht geladen werden.',
  },
  unsupported: {
    people:
      'Dieser Dienst listet die Personen einer Klasse nicht auf: Hier stehen alle, die auf etwas Zugriff haben.',
    homework:
      'Dieser Dienst listet keine Hausaufgaben auf: Ihr Zugriff öffnet sich bei der Hausaufgabe selbst.',
  },
  pupil:
    'Wer auf etwas Zugriff hat, sehen nur die, die selbst Zugriff darauf bekommen haben. Bei dir ist das:',
  pupilNothing: {
    title: 'Du hast keinen eigenen Zugriff',
    lead: 'Fächer, Hausaufgaben und Dateien deiner Klasse siehst du trotzdem.',
  },
  empty: {
    title: 'Hier ist noch nichts',
    lead: 'Hier stehen später Fächer, Chats, Hausaufgaben und Dateien dieser Klasse und alle, die darauf Zugriff haben.',
  },
  nothing: {
    title: 'Nichts gefunden',
    soFar: 'Bisher nichts gefunden',
    lead: 'Weder unter {people, plural, one {# Person} other {# Personen}} noch unter {things, plural, one {# Inhalt} other {# Inhalten}}.',
    clear: 'Alles zeigen',
  },
  groups: {
    subject: 'Fächer',
    chat: 'Deine Chats',
    homework: 'Hausaufgaben',
    file: 'Dateien',
    teacher: 'Lehrkräfte',
    pupil: 'Schülerinnen und Schüler',
    member: 'Personen der Klasse',
    group: 'Gruppen',
    other: 'Andere mit Zugriff',
  },
  unnamed: {
    subject: 'Fach Nr. {id}',
    chat: 'Chat Nr. {id}',
    homework: 'Hausaufgabe Nr. {id}',
    file: 'Datei Nr. {id}',
    person: 'Jemand ohne Namen',
  },
  person: 'Person',
  you: 'du',
  due: 'bis {day}',
  folder: 'Ordner',
  file: 'Datei',
  admins: {
    one: 'Nur ein Admin',
    oneNamed: 'Nur ein Admin: {name}',
    none: 'Kein Admin',
  },
  state: {
    waiting: 'Lädt',
    hidden: 'Nicht einsehbar',
    untold: 'Unbekannt',
    failed: 'Nicht geladen',
  },
  roles: {
    read: 'Lesen',
    write: 'Schreiben',
    admin: 'Admin',
    adminReads: 'Admin, liest',
  },
  none: 'kein eigener Zugriff',
  legend: {
    empty:
      'Leer: kein eigener Zugriff. Wer zur Klasse gehört, sieht ihre Fächer, Hausaufgaben und Dateien trotzdem.',
    chats: 'Ein Chat gehört zu keiner Klasse: Hier stehen alle deine.',
  },
  counts: {
    admin: '{count, plural, one {# Admin} other {# Admins}}',
    write: '{count, plural, one {# schreibt} other {# schreiben}}',
    read: '{count, plural, one {# liest} other {# lesen}}',
  },
  open: 'Zugriff auf {name} öffnen',
  openShort: 'Zugriff',
  keys: {
    filter: 'Personen und Inhalte filtern',
    open: 'Zugriff auf das Gewählte öffnen',
    move: 'In der Tabelle bewegen',
  },
}
