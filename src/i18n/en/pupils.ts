/** The pupils behind a number of a homework. */
export const pupils = {
  title: {
    seen: '<b>{count} seen</b> of {all}',
    handedIn: '<b>{count} handed in</b> of {all}',
    corrected: '<b>{count} marked</b> of {all}',
    missing: '<b>{count} missing</b> of {all}',
    notSeen: '<b>{count} not seen</b> of {all}',
  },
  /** For screen readers. */
  label: {
    seen: '{count} seen',
    handedIn: '{count} handed in',
    corrected: '{count} marked',
    missing: '{count} missing',
    notSeen: '{count} not seen',
  },
  list: 'Pupils',
  none: 'No pupils any more.',
  failed: 'The pupils could not be loaded.',
  loading: 'Loading the pupils',
  close: 'Close',
  showAll: 'Show all {count}',
  seenAt: 'seen {time}',
  seen: 'seen',
  notSeen: 'not seen',
  points: '{count, plural, one {1 point} other {{shown} points}}',
  pointsOf: '{points} of {maximum}',
  write: '{count, plural, one {Write to this pupil} other {Write to these #}}',
  chatName: '{subject}: {task}',
  firstSentence: {
    missing: {
      past: 'Your work for “{task}” is still missing. It was due on {day}.',
      coming: 'Your work for “{task}” has not arrived yet. It is due on {day}.',
      unknown: 'Your work for “{task}” is still missing.',
    },
    notSeen: {
      past: 'Please look at the homework “{task}”. It was due on {day}.',
      coming: 'Please look at the homework “{task}”. It is due on {day}.',
      unknown: 'Please look at the homework “{task}”.',
    },
    about: 'About the homework “{task}”: ',
  },
  remindedHere: 'Reminded {time}. Only this device remembers it.',
} as const
