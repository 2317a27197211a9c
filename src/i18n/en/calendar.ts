export const calendar = {
  title: 'Subscribe to the timetable',
  lead: 'The calendar app on your phone or computer can show your lessons and their substitutions. It fetches them by an address, which you create here.',
  which: 'Calendar',
  own: 'My lessons',
  ownOfTeacher: 'Lessons in all your classes, and lessons you cover, found by your name in the timetable',
  ownOfPupil: 'All lessons of your classes',
  ofClass: 'Class {className}',
  ofClassLead: 'All lessons of the class, with teachers and rooms',
  warning:
    'Everyone who has the address can read this timetable without signing in, so keep it to yourself. It contains no homework and no names of pupils.',
  create: 'Create address',
  exists: 'An address was created on {date}. It was shown only then. If you no longer have it, replace it.',
  address: 'Address of the calendar',
  shownOnce:
    '<b>Copy it now.</b> It won’t be shown again. In your calendar app, add a calendar by URL and paste it there.',
  notCopied: 'It could not be copied. Select the address and copy it by hand.',
  delay:
    'Calendar apps decide how often they fetch the lessons, at most every {minutes} minutes. Short-notice substitutions appear in Staffroom first.',
  replace: 'Replace address',
  replaceTitle: 'Replace the address?',
  replaceLead: 'The old address stops working at once. Every calendar app that uses it needs the new one.',
  revoke: 'Revoke address',
  revokeTitle: 'Revoke the address?',
  revokeLead: 'It stops working at once. Calendar apps may keep showing the lessons they have fetched.',
  revoked: 'The address was revoked.',
  demo: 'This demo runs inside the browser, so a calendar app could not reach it. In your school’s Staffroom, you create the address here.',
} as const
