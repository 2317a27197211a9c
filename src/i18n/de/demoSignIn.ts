export const demoSignIn = {
  title: 'In der Demo anmelden',
  lead: 'Eine Person wählen. Ein Klick meldet an.',
  teacher: 'Lehrkraft',
  pupil: 'Schüler/in',
  pupilOf: 'Schüler/in der {course}',
  moreClasses: '{count, number} weitere',
  teacherToday: '{place}, <b>{count, plural, =0 {nichts} other {#}} zu korrigieren</b>',
  pupilToday:
    '<b>{count, plural, =0 {Keine Aufgaben} one {# Aufgabe} other {# Aufgaben}}</b> diese Woche fällig',
  withPassword: 'Mit Passwort anmelden',
  invented: 'Alle Personen und Daten dieser Demo sind erfunden.',
}
