export const drafts = {
  earlier: 'Eine frühere Fassung, geschrieben {when}, gehört nicht dazu:',
  restore: 'Wiederherstellen',
  offline: 'Wartet auf eine Verbindung. Es wird dann automatisch gesendet.',
  busy: 'Das Schulnetz ist ausgelastet. Es wird automatisch gesendet.',
  signedOut: 'Wartet auf die nächste Anmeldung.',
  waits: 'Wartet auf das Senden.',
  sending: 'Wird gesendet …',
  trying: 'Noch keine Antwort. Es wird noch einmal versucht.',
  uncertain:
    'Es kam keine Antwort. Ob es angekommen ist, ist unklar. Bitte nachsehen, bevor es noch einmal gesendet wird.',
  conflict: 'Inzwischen hat es jemand geändert. Die eigene Fassung wurde nicht gesendet.',
  failed: 'Nicht gesendet. {reason}',
  fileGone: 'Nicht gesendet: Eine Datei ist nicht mehr auf diesem Gerät.',
  notMade:
    'Nicht gesendet: {reason, select, tooLarge {{name} ist zu groß für eine korrigierte Kopie.} slow {Die korrigierte Kopie von {name} hat zu lange gedauert. Bitte andere Programme schließen und noch einmal senden.} notLoaded {{name} ließ sich für die korrigierte Kopie nicht laden. Bitte später noch einmal senden.} removed {{name} gehört nicht mehr zur Abgabe.} noMarks {Die Korrekturzeichen auf {name} sind auf diesem Gerät nicht lesbar.} other {Von {name} ließ sich keine korrigierte Kopie erstellen. Vielleicht ist die Datei beschädigt.}} Die Korrekturzeichen sind auf diesem Gerät gespeichert.',
  retry: 'Noch einmal senden',
  replace: 'Durch die eigene Fassung ersetzen',
  edit: 'Bearbeiten',
  takeBack: 'Zurücknehmen',
  deleting: 'Wird gelöscht, {done} von {count}.',
  said: '{action}: {what}',
  notStored: 'Das ließ sich auf diesem Gerät nicht speichern: Der Speicher ist voll oder gesperrt.',
  versions: {
    remote: 'Aktuelle Fassung',
    local: 'Meine Fassung',
    none: 'keine Angabe',
  },
} as const
