/** Homework whose due lesson does not take place. */
export const dueLesson = {
  cancelled: '{subject} is cancelled on {day}.',
  cancelledNoName: 'The lesson on {day} is cancelled.',
  noSchool: 'There is no school on {day}.',
  move: 'Move to {day}, {hour}',
  moveTime: 'Move to {day}, {time}',
  hour: '{count, plural, one {period {first, number}} other {periods {first, number}–{last, number}}}',
  moving: 'Moving the due date…',
  otherDay: 'Choose another day',
  moved: 'Now due {day}.',
  moveBack: 'Move back to {day}',
  movedBack: 'Due {day} again.',
  movedTask: '“{text}” is now due {day}.',
  changed: 'Another person has changed the due date in the meantime.',
  failed: 'The due date was not moved. {reason}',
  uncertain: 'No answer came back, so we can’t tell whether the due date was moved.',
} as const
