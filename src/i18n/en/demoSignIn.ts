export const demoSignIn = {
  title: 'Sign in to the demo',
  lead: 'Choose a person. One click signs you in.',
  teacher: 'Teacher',
  pupil: 'Pupil',
  pupilOf: 'Pupil in {course}',
  moreClasses: '{count, number} more',
  teacherToday: '{place}, <b>{count, plural, =0 {nothing} other {#}} to mark</b>',
  pupilToday: '<b>{count, plural, =0 {No tasks} one {# task} other {# tasks}}</b> due this week',
  withPassword: 'Sign in with a password',
  invented: 'All people and data in this demo are invented.',
} as const
