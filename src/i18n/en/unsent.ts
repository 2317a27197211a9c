export const unsent = {
  title: 'Not sent yet',
  lead: 'These wait for your decision. Everything is saved on this device.',
  none: 'Everything has been sent.',
  waiting: '{count, plural, one {1 more is waiting to be sent.} other {# more are waiting to be sent.}}',
  drafts: {
    chatDraft: 'Message in a chat',
    pollDraft: 'Poll in a chat',
    newChat: 'New chat',
    correction: 'Feedback',
    handIn: 'Your submission',
    pointsScheme: 'Points scheme',
    papers: 'Scan of paper tests',
    homework: 'Homework',
    coverSheet: 'Cover sheet',
  },
  other: 'Something you wrote',
  signOutTitle: 'Sign out and lose this?',
  signOutLead: 'Signing out removes this from your device. Open it to finish it first.',
  signOutWrites:
    '{count, plural, one {1 item that has not been sent yet} other {# items that have not been sent yet}}',
  signOutDrafts:
    '{count, plural, one {1 draft that has not been sent yet} other {# drafts that have not been sent yet}}',
  signOutMore: '{count, plural, one {and 1 more} other {and # more}}',
  signOutUnknown:
    'What is saved here for you could not be opened, so we can’t tell whether everything has been sent. Signing out removes it from this device.',
  stay: 'Stay signed in',
  signOutAnyway: 'Sign out and discard',
} as const
