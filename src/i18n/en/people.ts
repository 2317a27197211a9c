/** The field that adds people, in the access drawer and in the form of a new chat. */
export const people = {
  label: 'Add people',
  byNumber: 'Person no. {id}',
  number: 'by ID',
  list: 'People',
  none: 'No one matches “{text}”. Not listed? Enter the person’s ID.',
  nobody: 'Nobody else is listed here. Enter the person’s ID.',
  already: '{name} already has access.',
  alreadyInChat: '{name} is already in this chat.',
  chosen: 'To be added',
  takeOut: 'Don’t add {name}',
  found: '{count, plural, =0 {Nobody found} one {1 person found} other {# people found}}',
  alreadyInClass: '{name} is already in {named}.',
  classPeople: '{named}, {count, plural, one {1 person} other {# people}}',
  classRoles:
    '{pupils, plural, one {1 pupil} other {# pupils}}, {teachers, plural, one {1 teacher} other {# teachers}}',
  people: '{count, plural, one {1 person} other {# people}}',
  classLoading: 'loading',
} as const
