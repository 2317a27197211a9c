export const errors = {
  title: 'Das konnte nicht geladen werden',
  offline: 'Du bist offline.',
  partOffline: 'Du bist offline, und dieser Teil von Staffroom ist noch nicht geladen.',
  signedOut: 'Die Sitzung ist beendet. Melde dich wieder an.',
  forbidden: 'Der Dienst der Schule hat das abgelehnt.',
  forbiddenSaid: 'Der Dienst der Schule hat das abgelehnt: „{said}“',
  noScope: 'Deiner Anmeldung fehlt dafür eine Erlaubnis. Melde dich ab, wieder an und erlaube es.',
  noScopeNamed:
    'Deine Anmeldung schließt „{what}“ ({scope}) nicht ein. Melde dich ab, wieder an und erlaube es. Wird es dort nicht angeboten, frag, wer Staffroom an deiner Schule betreut.',
  scopes: {
    me: 'Dein Name und dein Bild',
    memberships: 'Die Klassen, zu denen du gehörst',
    chats: 'Hausaufgaben, Korrekturen und Chats',
    messages: 'Nachrichten lesen und senden',
  },
  notFound: 'Das gibt es nicht, oder du hast keinen Zugriff darauf.',
  invalid: 'Der Dienst der Schule hat das nicht angenommen.',
  conflict: 'Jemand hat das zur selben Zeit geändert.',
  tooLarge: 'Das ist zu groß für den Dienst der Schule.',
  busy: 'Das Schulnetz ist ausgelastet. Es geht um {time} weiter.',
  busySoon: 'Das Schulnetz ist ausgelastet. Versuche es gleich noch einmal.',
  server: 'Der Dienst hat mit einem Fehler geantwortet ({status}).',
  diskFull: 'Der Speicher des Servers ist voll. Es wurde nichts gespeichert. Versuche es später noch einmal.',
  serverPlain: 'Der Dienst hat mit einem Fehler geantwortet.',
  offContract: 'Die Antwort des Dienstes kann diese App nicht lesen.',
  unsupported: 'Der Dienst deiner Schule bietet das nicht an.',
  unexpected: 'In der App ist etwas schiefgegangen.',
  demoBlocked:
    'Die Demo braucht den Speicher dieses Browsers, und der ist gesperrt. Erlaube ihn für diese Seite und lade sie neu.',
  chunkMissing:
    'Ein Teil von Staffroom ließ sich nicht laden. Bitte die Verbindung prüfen oder die Seite neu laden.',
  chunkTitle: 'Staffroom wurde aktualisiert',
  chunkLead: 'Lade die Seite neu, um weiterzumachen; was du geschrieben hast, bleibt erhalten.',
  brokenLead:
    'Weiter geht es nach dem Neuladen. Eingaben sind als Entwurf gespeichert, sofern der Browser das Speichern erlaubt.',
  reload: 'Neu laden',
  tryAgain: 'Noch einmal versuchen',
  stale: 'Stand {when}. {reason}',
  close: 'Schließen',
  home: 'Zu deiner Klasse',
  signIn: 'Zur Anmeldung',
  notFoundTitle: 'Diese Seite gibt es nicht',
  notFoundLead:
    'Unter dieser Adresse gibt es in Staffroom nichts. Vielleicht wurde sie beim Kopieren abgeschnitten.',
  unreadable:
    '{count, plural, one {1 Eintrag war nicht lesbar und wird nicht gezeigt.} other {# Einträge waren nicht lesbar und werden nicht gezeigt.}}',
}
