/** The pupils behind a number of a homework. */
export const pupils = {
  title: {
    toCorrect: '<b>{count} to mark</b> of {all}',
    corrected: '<b>{count} marked</b> of {all}',
    missing: '<b>{count} missing</b> of {all}',
  },
  /** For screen readers. */
  label: {
    toCorrect: '{count} to mark',
    corrected: '{count} marked',
    missing: '{count} missing',
  },
  list: 'Pupils',
  none: 'No pupils any more.',
  failed: 'The pupils could not be loaded.',
  loading: 'Loading the pupils',
  seenAt: 'seen {time}',
  seen: 'seen',
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
    about: 'About the homework “{task}”: ',
  },
  remindedHere: 'Reminded {time}. Only this device remembers it.',
} as const
