export const errors = {
  title: 'Das konnte nicht geladen werden',
  offline: 'Dieses Gerät ist offline.',
  partOffline: 'Dieses Gerät ist offline, und dieser Teil von Staffroom ist noch nicht geladen.',
  signedOut: 'Die Sitzung ist beendet. Bitte wieder anmelden.',
  forbidden: 'Der Dienst der Schule hat das abgelehnt.',
  forbiddenSaid: 'Der Dienst der Schule hat das abgelehnt: „{said}“',
  noScope: 'Der Anmeldung fehlt dafür eine Erlaubnis. Bitte abmelden, wieder anmelden und es erlauben.',
  noScopeNamed:
    'Die Anmeldung schließt „{what}“ ({scope}) nicht ein. Bitte abmelden, wieder anmelden und es erlauben. Wird es dort nicht angeboten, hilft die Person, die Staffroom an der Schule betreut.',
  scopes: {
    me: 'Der eigene Name und das eigene Bild',
    memberships: 'Die eigenen Klassen',
    chats: 'Hausaufgaben, Korrekturen und Chats',
    messages: 'Nachrichten lesen und senden',
  },
  notFound: 'Das gibt es nicht, oder der Zugriff darauf fehlt.',
  invalid: 'Der Dienst der Schule hat das nicht angenommen.',
  conflict: 'Jemand hat das zur selben Zeit geändert.',
  tooLarge: 'Das ist zu groß für den Dienst der Schule.',
  busy: 'Das Schulnetz ist ausgelastet. Es geht um {time} weiter.',
  busySoon: 'Das Schulnetz ist ausgelastet. Bitte gleich noch einmal versuchen.',
  server: 'Der Dienst hat mit einem Fehler geantwortet ({status}).',
  diskFull:
    'Der Speicher des Servers ist voll. Es wurde nichts gespeichert. Bitte später noch einmal versuchen.',
  serverPlain: 'Der Dienst hat mit einem Fehler geantwortet.',
  offContract: 'Die Antwort des Dienstes kann diese App nicht lesen.',
  unsupported: 'Der Dienst der Schule bietet das nicht an.',
  unexpected: 'In der App ist etwas schiefgegangen.',
  demoBlocked:
    'Die Demo braucht den Speicher dieses Browsers, und der ist gesperrt. Bitte für diese Seite erlauben und sie neu laden.',
  tooSlow: 'Das Öffnen hat zu lange gedauert. Vielleicht ist das Gerät gerade beschäftigt.',
  chunkMissing:
    'Ein Teil von Staffroom ließ sich nicht laden. Bitte die Verbindung prüfen oder die Seite neu laden.',
  chunkTitle: 'Staffroom wurde aktualisiert',
  chunkLead: 'Zum Weitermachen die Seite neu laden; Geschriebenes bleibt erhalten.',
  brokenLead:
    'Weiter geht es nach dem Neuladen. Eingaben sind als Entwurf gespeichert, sofern der Browser das Speichern erlaubt.',
  reload: 'Neu laden',
  home: 'Zur Startseite',
  signIn: 'Zur Anmeldung',
  notFoundTitle: 'Diese Seite gibt es nicht',
  notFoundLead:
    'Unter dieser Adresse gibt es in Staffroom nichts. Vielleicht wurde sie beim Kopieren abgeschnitten.',
  unreadable:
    '{count, plural, one {1 Eintrag war nicht lesbar und wird nicht gezeigt.} other {# Einträge waren nicht lesbar und werden nicht gezeigt.}}',
}
