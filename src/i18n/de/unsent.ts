import type { unsent as english } from '../en/unsent.ts'
import type { Translated } from '../Messages.ts'

export const unsent: Translated<typeof english> = {
  title: 'Noch nicht gesendet',
  lead: 'Hier ist eine Entscheidung nötig. Alles ist auf diesem Gerät gespeichert.',
  none: 'Alles ist gesendet.',
  waiting: '{count, plural, one {1 weiteres wird noch gesendet.} other {# weitere werden noch gesendet.}}',
  drafts: {
    chatDraft: 'Nachricht in einem Chat',
    pollDraft: 'Umfrage in einem Chat',
    newChat: 'Neuer Chat',
    correction: 'Korrektur',
    handIn: 'Eigene Abgabe',
    pointsScheme: 'Punkteschema',
    papers: 'Scan von Tests auf Papier',
    homework: 'Hausaufgabe',
    coverSheet: 'Vertretungsblatt',
  },
  other: 'Etwas Geschriebenes',
  signOutTitle: 'Abmelden und das verlieren?',
  signOutLead: 'Beim Abmelden wird das von diesem Gerät entfernt. Zum Fertigstellen vorher öffnen.',
  signOutWrites:
    '{count, plural, one {1 Eintrag, der noch nicht gesendet ist} other {# Einträge, die noch nicht gesendet sind}}',
  signOutDrafts:
    '{count, plural, one {1 Entwurf, der noch nicht gesendet ist} other {# Entwürfe, die noch nicht gesendet sind}}',
  signOutMore: '{count, plural, one {und 1 weiterer} other {und # weitere}}',
  signOutUnknown:
    'Was hier für dieses Konto gespeichert ist, ließ sich nicht öffnen. Ob alles gesendet ist, ist unklar. Beim Abmelden wird es von diesem Gerät entfernt.',
  stay: 'Angemeldet bleiben',
  signOutAnyway: 'Abmelden und verwerfen',
}
