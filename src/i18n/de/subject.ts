import type { subject as english } from '../en/subject.ts'
import type { Translated } from '../Messages.ts'

export const subject: Translated<typeof english> = {
  title: 'Fach',
  number: 'Fach Nr. {id}',
  loading: 'Das Fach wird geladen',
  failed: {
    title: 'Das Fach ließ sich nicht laden',
    goneTitle: 'Dieses Fach gibt es nicht',
    goneLead: 'Vielleicht wurde es gelöscht, oder der Zugriff darauf fehlt.',
    toTimetable: 'Zum Stundenplan',
  },
  facts: {
    short: 'Kürzel',
    room: 'Raum',
    otherRooms: 'Manchmal in',
    grading: 'Noten',
    graded: 'werden gegeben',
    notGraded: 'werden nicht gegeben',
    listed: 'Angezeigt',
    timetableOnly: 'nur im Stundenplan',
    note: 'Hinweis',
    none: 'keine Angabe',
  },
  lessons: {
    title: 'Nächste Stunden',
    none: 'Bis {day} steht keine Stunde in diesem Fach im Stundenplan.',
    tomorrow: 'Morgen',
    times: '{start} – {end}',
  },
  homework: {
    title: 'Hausaufgaben',
    newForThis: 'Neue Hausaufgabe in diesem Fach',
    show: 'In den Hausaufgaben zeigen',
    all: 'Alle Hausaufgaben',
    none: 'Es steht nichts an.',
    past: 'Frühere',
    due: '{day} {time}',
    dueUnknown: 'Der Abgabetermin ist nicht bekannt.',
    unsupported: 'Der Dienst der Schule listet keine Hausaufgaben auf.',
    byNumber: 'Hausaufgabe über ihre Nummer öffnen',
  },
  files: {
    title: 'Dateien',
    byName:
      'Der Dienst der Schule ordnet Dateien keinem Fach zu. Dieser Ordner der Klasse heißt wie das Fach.',
    none: 'Der Dienst der Schule ordnet Dateien keinem Fach zu, und kein Ordner der Klasse heißt wie dieses Fach.',
    closed: 'Die Dateien dieser Klasse sind hier nicht sichtbar.',
    entries: '{count, plural, one {1 Eintrag} other {# Einträge}}',
  },
  access: {
    title: 'Zugriff',
    show: 'Zugriff zeigen',
    admin: 'Admin',
    adminOnly: 'Nur Zugriff verwalten',
    write: 'Schreiben',
    read: 'Lesen',
    others: ' und {count, plural, one {1 weitere} other {# weitere}}',
    closed: 'Wer Zugriff auf dieses Fach hat, ist hier nicht sichtbar.',
  },
}
