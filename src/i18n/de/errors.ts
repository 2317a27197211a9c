export const errors = {
  title: 'Das konnte nicht geladen werden',
  offline: 'Dieser Computer hat gerade kein Netz.',
  partOffline: 'Dieser Teil von Staffroom konnte nicht geholt werden: Dieser Computer hat gerade kein Netz.',
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
  notFound: 'Das gibt es nicht, oder es ist nicht für dich.',
  invalid: 'Der Dienst der Schule hat das nicht angenommen.',
  conflict: 'Jemand hat das zur selben Zeit geändert.',
  tooLarge: 'Das ist zu groß für den Dienst der Schule.',
  busy: 'Das Schulnetz ist ausgelastet. Es geht um {time} weiter.',
  busySoon: 'Das Schulnetz ist ausgelastet. Versuche es gleich noch einmal.',
  server: 'Der Dienst hat mit einem Fehler geantwortet ({status}).',
  serverPlain: 'Der Dienst hat mit einem Fehler geantwortet.',
  offContract: 'Der Dienst hat etwas geantwortet, das diese App nicht lesen kann.',
  unsupported: 'Der Dienst deiner Schule bietet das nicht an.',
  unexpected: 'In der App selbst ist etwas schiefgegangen.',
  demoBlocked:
    'Die Demo braucht den Speicher dieses Browsers, und hier ist er gesperrt. Erlaube ihn für diese Seite und lade sie neu.',
  chunkTitle: 'Es gibt ein neueres Staffroom',
  chunkLead:
    'Es wurde erneuert, während diese Seite offen war. Lade neu, um weiterzumachen; was du geschrieben hast, bleibt.',
  reload: 'Neu laden',
  tryAgain: 'Noch einmal versuchen',
  close: 'Schließen',
  home: 'Zu deiner Klasse',
  signIn: 'Zur Anmeldung',
  notFoundTitle: 'Diese Seite gibt es nicht',
  notFoundLead:
    'Die Adresse führt in Staffroom nirgendwohin. Vielleicht wurde sie beim Kopieren abgeschnitten.',
  unreadable:
    '{count, plural, one {1 Eintrag war nicht lesbar und wird nicht gezeigt.} other {# Einträge waren nicht lesbar und werden nicht gezeigt.}}',
}
