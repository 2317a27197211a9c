import type { classAccess as english } from '../en/classAccess.ts'
import type { Translated } from '../Messages.ts'

export const classAccess: Translated<typeof english> = {
  title: 'Zugriff',
  loading: 'Zugriffe werden geladen',
  failed: 'Wer Zugriff hat, konnte nicht geladen werden',
  views: {
    label: 'Ansicht',
    people: 'Nach Person',
    items: 'Nach Inhalt',
  },
  back: {
    people: 'Zugriff · alle Personen',
    items: 'Zugriff · alle Inhalte',
  },
  people: {
    label: 'Personen',
    search: 'Personen suchen',
    teacher: 'Lehrkräfte',
    pupil: 'Schülerinnen und Schüler',
    other: 'Andere mit Zugriff',
  },
  items: {
    label: 'Inhalte',
    search: 'Inhalte suchen',
    subject: 'Fächer',
    homework: 'Hausaufgaben',
    chat: 'Eigene Chats',
    file: 'Dateien',
    lessonContent: 'Unterrichtsinhalte',
    news: 'Neuigkeiten',
  },
  fold: {
    more: '{count, number} weitere ohne Admin-Rolle',
    all: '{count, number} ohne Admin-Rolle',
    hide: '{count, number} ohne Admin-Rolle ausblenden',
  },
  facts: {
    admin: 'Admin von {admin, number}',
    onlyAdmin: 'Admin von {admin, number}, davon {only, number} allein',
    onlyAdminShort: 'Admin von {admin, number}, {only, number} allein',
    write: 'Schreibt in {write, number}',
    writeRead: 'Schreibt in {write, number}, liest {read, number}',
    read: 'Liest {read, number}',
    none: 'Kein eigener Zugriff',
    noneLead:
      'Kein eigener Zugriff. Wer zur Klasse gehört, sieht ihre Fächer, Hausaufgaben und Dateien trotzdem.',
  },
  summary: {
    teacher:
      '{count, plural, one {Lehrkraft. Zugriff auf # Inhalt.} other {Lehrkraft. Zugriff auf # Inhalte.}}',
    pupil:
      '{count, plural, one {Schülerin oder Schüler. Zugriff auf # Inhalt.} other {Schülerin oder Schüler. Zugriff auf # Inhalte.}}',
    other:
      '{count, plural, one {Nicht in dieser Klasse. Zugriff auf # Inhalt.} other {Nicht in dieser Klasse. Zugriff auf # Inhalte.}}',
    group:
      '{count, plural, one {Mehrere Personen. Zugriff auf # Inhalt.} other {Mehrere Personen. Zugriff auf # Inhalte.}}',
    class:
      '{count, plural, one {Eine Klasse. Zugriff auf # Inhalt.} other {Eine Klasse. Zugriff auf # Inhalte.}}',
  },
  throughClass: {
    only: 'über {named}',
    higher: '{role} über {named}',
  },
  leave: {
    own: '{count, plural, one {Ohne mich hätte # Inhalt keinen Admin} other {Ohne mich hätten # Inhalte keinen Admin}}',
    other:
      '{count, plural, one {Ohne {name} hätte # Inhalt keinen Admin} other {Ohne {name} hätten # Inhalte keinen Admin}}',
    more: '{names} und {count, number} weitere',
    onlyThey: 'Übergeben kann nur {name}',
    handOver: 'Übergeben…',
  },
  handOver: {
    title: '{count, plural, one {# Inhalt übergeben} other {# Inhalte übergeben}}',
    leadOwn: 'Eine andere Person wird Admin. Der eigene Schreibzugriff bleibt.',
    lead: 'Eine andere Person wird Admin. {name} behält den Schreibzugriff.',
    progress: '{done, number} von {all, number} übergeben …',
    failed: '{count, number} von {all, number} konnten nicht übergeben werden:',
    failedItem: '{name}: {reason}',
  },
  filter: {
    label: 'Filter',
    all: 'Alle',
    onlyAdmin: 'Einziger Admin',
    oneAdmin: 'Nur ein Admin',
    within: 'Inhalte filtern',
  },
  columns: {
    role: 'Rolle',
    since: 'Seit',
    by: 'Von',
  },
  onlyAdmin: {
    badge: 'Einziger Admin',
    of: 'Admin: nur {name}',
  },
  counts: {
    admin: '{count, plural, one {# Admin} other {# Admins}}',
    write: '{count, plural, one {# schreibt} other {# schreiben}}',
    read: '{count, plural, one {# liest} other {# lesen}}',
  },
  unnamed: {
    subject: 'Fach Nr. {id}',
    homework: 'Hausaufgabe Nr. {id}',
    chat: 'Chat Nr. {id}',
    file: 'Datei Nr. {id}',
    lessonContent: 'Unterrichtsinhalt Nr. {id}',
    news: 'Neuigkeit Nr. {id}',
    person: 'Person ohne Namen',
  },
  you: 'ich',
  due: 'bis {day}',
  open: 'Zugriff auf {name}',
  roleFor: 'Rolle für {name}: {role}',
  removeFrom: '{person} aus {name} entfernen',
  choose: {
    people: 'Person auswählen',
    peopleLead: 'Hier stehen dann ihre Fächer, Hausaufgaben, Chats und Dateien mit der jeweiligen Rolle.',
    items: 'Inhalt auswählen',
    itemsLead: 'Hier stehen dann alle Personen, die darauf Zugriff haben, mit ihrer Rolle.',
  },
  missing: {
    people: 'Diese Person hat hier keinen Zugriff',
    items: 'Dieser Inhalt steht nicht in der Liste',
    lead: 'In der Liste lässt sich etwas anderes auswählen.',
  },
  nothing: {
    people: 'Keine Person gefunden',
    items: 'Kein Inhalt gefunden',
    oneAdmin: 'Jeder Inhalt hat mehr als einen Admin',
  },
  empty: {
    title: 'Hier ist noch nichts',
    lead: 'Hier stehen später Fächer, Chats, Hausaufgaben und Dateien dieser Klasse und alle, die darauf Zugriff haben.',
  },
  pupil: {
    title: 'Diese Seite ist für Lehrkräfte',
    lead: 'Wer in einem eigenen Chat ist oder eine eigene Datei sieht, steht dort unter „Zugriff“.',
    toTimetable: 'Zum Stundenplan',
  },
  listFailed: {
    people: 'Die Personen der Klasse konnten nicht geladen werden.',
    subject: 'Die Fächer konnten nicht geladen werden.',
    homework: 'Die Hausaufgaben konnten nicht geladen werden.',
    chat: 'Die Chats konnten nicht geladen werden.',
    file: 'Die Dateien konnten nicht geladen werden.',
  },
  keys: {
    search: 'Liste durchsuchen',
    move: 'In der Liste bewegen',
    open: 'Ausgewählte Person oder Inhalt öffnen',
  },
}
