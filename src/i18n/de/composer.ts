import type { composer as english } from '../en/composer.ts'
import type { Translated } from '../Messages.ts'

export const composer: Translated<typeof english> = {
  title: 'Nachricht',
  placeholder: 'Nachricht an {name}',
  send: 'Senden',
  newLine: 'Umschalt <key>⏎</key> für eine neue Zeile',
  file: 'Datei',
  poll: 'Umfrage',
  notKept: 'Was du hier schreibst, endet mit dieser Seite: Dieser Browser hebt keine Entwürfe auf.',
  notStored:
    'Es ließ sich auf diesem Computer nicht ablegen und wurde nicht gesendet: Der Speicher ist voll oder gesperrt.',
  tooLong:
    'Das sind {over} Zeichen zu viel: Eine Nachricht hat höchstens {most}. Nichts wird abgeschnitten; kürze oder teile sie.',
  nearlyTooLong: '{left, plural, one {Noch 1 Zeichen} other {Noch # Zeichen}}',
  readOnly: {
    broadcast: 'In diesem Chat schreiben nur Administratoren.',
    noWriteAccess: 'Du kannst diesen Chat lesen, aber nicht darin schreiben.',
  },
  audience: {
    people: '{count, plural, one {Sichtbar für 1 Person} other {Sichtbar für # Personen}}',
    both: 'Sichtbar für {count} Personen: Schüler und Lehrkräfte der {classes}',
    pupils: 'Sichtbar für {count} Personen: Schüler der {classes}',
    teachers: 'Sichtbar für {count} Personen: Lehrkräfte der {classes}',
    everyone: 'Sichtbar für alle in {name}',
  },
  ask: {
    lead: 'Du schreibst hier selten, und {count} Personen sehen das.',
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
    notKept:
      '{name} ließ sich in diesem Browser nicht aufheben: Es ist kein Platz mehr, oder es ist ein Ordner.',
    gone: 'Diese Datei ist nicht mehr da. Entferne sie und wähle sie noch einmal aus.',
    notAllowed: 'In diesem Chat lassen sich keine Dateien senden.',
    unsupported: 'Der Dienst deiner Schule nimmt keine Dateien an. Text lässt sich senden.',
    waiting: 'wartet',
    sending: 'wird gesendet …',
    sent: 'gesendet',
    failed: 'nicht gesendet',
  },
  sending: {
    poll: 'Umfrage',
    waits: 'Wartet auf die Nachricht darüber',
    offline: 'Wartet auf das Netz',
    trying: 'Noch keine Antwort. Es wird noch einmal versucht.',
    failed: 'Nicht gesendet. {reason}',
    fileFailed: 'Nicht gesendet: Eine Datei wurde nicht angenommen. {reason}',
    noAnswer: 'Nicht gesendet: Das Schulnetz hat nicht geantwortet.',
    noLonger: 'Nicht gesendet: Du kannst in diesem Chat nicht mehr schreiben.',
    chatGone: 'Nicht gesendet: Diesen Chat gibt es nicht mehr, oder du kannst ihn nicht mehr sehen.',
    fileTooLarge: 'Nicht gesendet: Eine Datei ist größer, als der Dienst der Schule annimmt.',
    fileKind: 'Nicht gesendet: Der Dienst der Schule nimmt keine Datei dieser Art an.',
    fileRefused: 'Nicht gesendet: In diesem Chat lassen sich keine Dateien senden.',
    fileGone: 'Nicht gesendet: Eine Datei ist nicht mehr auf diesem Computer.',
    filesGone:
      'Nicht gesendet: Sie hat zu lange gewartet, und der Dienst hat die Dateien nicht mehr. Ändere sie und sende sie noch einmal.',
    filesUnsupported: 'Nicht gesendet: Der Dienst deiner Schule nimmt keine Dateien an.',
    uncertain:
      'Die Antwort ging verloren, und niemand kann sagen, ob das angekommen ist. Steht es schon unter den Nachrichten, ist es da.',
    retry: 'Noch einmal',
    again: 'Noch einmal senden',
    isThere: 'Es ist da',
    discard: 'Verwerfen',
    takeBack: 'Ändern',
    takeBackWaiting: 'Zurückholen',
    said: '{action}: {text}',
    tooLate: 'Zu spät zum Zurückholen: Sie wird gerade gesendet.',
  },
  forks: {
    lead: 'Auch in einem anderen Tab begonnen, {time}:',
    take: 'Diese nehmen',
    add: 'Hier anfügen',
    drop: 'Verwerfen',
  },
}
