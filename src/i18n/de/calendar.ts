import type { calendar as english } from '../en/calendar.ts'
import type { Translated } from '../Messages.ts'

export const calendar: Translated<typeof english> = {
  title: 'Stundenplan abonnieren',
  lead: 'Die Kalender-App auf Handy oder Computer kann den Unterricht mit allen Vertretungen anzeigen. Sie ruft ihn über eine Adresse ab, die hier erstellt wird.',
  which: 'Kalender',
  own: 'Mein Unterricht',
  ownOfTeacher:
    'Unterricht in allen eigenen Klassen und Vertretungen, gefunden über den Namen im Stundenplan',
  ownOfPupil: 'Der ganze Unterricht der eigenen Klassen',
  ofClass: 'Klasse {className}',
  ofClassLead: 'Der ganze Unterricht der Klasse, mit Lehrkräften und Räumen',
  warning:
    'Wer die Adresse hat, kann diesen Stundenplan ohne Anmeldung lesen. Bitte nicht weitergeben. Der Kalender enthält keine Hausaufgaben und keine Namen von Schülerinnen und Schülern.',
  create: 'Adresse erstellen',
  exists:
    'Am {date} wurde eine Adresse erstellt. Nur da war sie zu sehen. Ist sie nicht mehr da, hilft eine neue.',
  address: 'Adresse des Kalenders',
  shownOnce:
    '<b>Bitte jetzt kopieren.</b> Die Adresse wird nicht noch einmal gezeigt. In der Kalender-App einen Kalender über eine URL hinzufügen und sie dort einsetzen.',
  notCopied: 'Das Kopieren ging nicht. Bitte die Adresse markieren und von Hand kopieren.',
  delay:
    'Wie oft der Unterricht abgerufen wird, entscheidet die Kalender-App, höchstens alle {minutes} Minuten. Kurzfristige Vertretungen stehen zuerst in Staffroom.',
  replace: 'Adresse ersetzen',
  replaceTitle: 'Adresse ersetzen?',
  replaceLead: 'Die alte Adresse gilt sofort nicht mehr. Jede Kalender-App, die sie nutzt, braucht die neue.',
  revoke: 'Adresse widerrufen',
  revokeTitle: 'Adresse widerrufen?',
  revokeLead:
    'Sie gilt sofort nicht mehr. Kalender-Apps zeigen bereits abgerufene Stunden vielleicht weiter an.',
  revoked: 'Die Adresse ist widerrufen.',
  demo: 'Diese Demo läuft nur im Browser, deshalb kann eine Kalender-App sie nicht erreichen. Im Staffroom der Schule wird die Adresse hier erstellt.',
}
