/** The homework list of a pupil. */
export const ownHomework = {
  status: 'Status',
  nothing: 'Nothing to hand in',
  seen: 'Seen {when}',
  seenNote: 'Seen means that you pressed “I have seen it”. Your teacher can see that too.',
  toHandIn: 'To hand in',
  timeLeft: 'To hand in, {hours, plural, =0 {{minutes} min} other {# h {minutes} min}} left',
  overdue: 'To hand in, overdue',
  sending:
    '{files, plural, =0 {On its way} one {1 file still on its way} other {# files still on their way}}',
  stuck: 'Not handed in yet. Open it to decide.',
  handedIn: 'Handed in {when}',
  handedInLate: 'Handed in {when}, {late}',
  late: {
    minutes: '{count, number} min after due',
    hours: '{count, number} h after due',
    days: '{count, plural, one {1 day} other {# days}} after due',
  },
  pointsOf: 'Marked <b>{points} of {maximum}</b>',
  points: 'Marked <b>{value, plural, one {1 point} other {{points} points}}</b>',
  feedback: 'Marked, feedback only',
  handIn: 'Hand in',
  handInSaid: 'Hand in “{text}”',
  again: 'Hand in again',
  againSaid: 'Hand in again: “{text}”',
} as const
