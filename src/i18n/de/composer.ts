import type { composer as english } from '../en/composer.ts'
import type { Translated } from '../Messages.ts'

export const composer: Translated<typeof english> = {
  title: 'Nachricht',
  placeholder: 'Nachricht an {name}',
  send: 'Senden',
  cannotSend: {
    empty: 'Bitte zuerst eine Nachricht schreiben.',
    tooLong: 'Die Nachricht ist zu lang.',
    storing: 'Eine Datei wird noch gelesen.',
  },
  newLine: 'Umschalt <key>⏎</key> für eine neue Zeile',
  poll: 'Umfrage',
  confirm: 'Bitte bestätigen',
  confirmation: {
    lead: 'Alle werden um „Gelesen und verstanden“ gebeten. Wer bestätigt hat, ist dann zu sehen.',
    remove: 'Ohne Bitte um Bestätigung senden',
    noFiles:
      'Eine Nachricht mit Dateien kann nicht um Bestätigung bitten. Bitte die Dateien entfernen oder einzeln senden.',
  },
  removeQuote: 'Zitat entfernen',
  notKept: 'Dieser Browser speichert keine Entwürfe: Geschriebenes geht beim Verlassen der Seite verloren.',
  notStored:
    'Es ließ sich auf diesem Gerät nicht speichern und wurde nicht gesendet: Der Speicher ist voll oder gesperrt.',
  tooLong: 'Das sind {over} Zeichen zu viel: Eine Nachricht hat höchstens {most}. Bitte kürzen oder teilen.',
  nearlyTooLong: '{left, plural, one {Noch 1 Zeichen} other {Noch # Zeichen}}',
  readOnly: {
    broadcast: 'In diesem Chat können nur Admins schreiben.',
    noWriteAccess: 'Dieser Chat kann nur gelesen werden.',
  },
  audience: {
    people: '{count, plural, one {Sichtbar für 1 Person} other {Sichtbar für # Personen}}',
    both: 'Sichtbar für {count} Personen: Schülerinnen, Schüler und Lehrkräfte der {classes}',
    pupils: 'Sichtbar für {count} Personen: Schülerinnen und Schüler der {classes}',
    teachers: 'Sichtbar für {count} Personen: Lehrkräfte der {classes}',
    everyone: 'Sichtbar für alle in {name}',
  },
  ask: {
    lead: 'Eigene Nachrichten sind hier selten, und {count} Personen sehen diese.',
    send: 'An {count} Personen senden',
    goOn: 'Weiterschreiben',
  },
  files: {
    title: 'Dateien zum Senden',
    choose: 'Dateien auswählen',
    drop: 'Loslassen, um die Dateien zur Nachricht hinzuzufügen',
    keeping: 'Wird gelesen …',
    remove: '{name} entfernen',
    empty: '{name} ist leer und wurde nicht hinzugefügt.',
    notKept: '{name} ließ sich in diesem Browser nicht speichern: Es ist kein Platz mehr.',
    folder: 'Ordner lassen sich nicht senden. Bitte die Dateien darin auswählen.',
    notAllowed: 'Dateien sind in diesem Chat nicht erlaubt.',
    confirmation: 'Eine Nachricht, die um Bestätigung bittet, kann keine Dateien haben.',
  },
}
