export const classAccess = {
  title: 'Access',
  loading: 'Loading who has access',
  failed: 'Who has access could not be loaded',
  views: {
    label: 'View',
    people: 'By person',
    items: 'By item',
  },
  back: {
    people: 'Access · all people',
    items: 'Access · all items',
  },
  people: {
    label: 'People',
    search: 'Search people',
    teacher: 'Teachers',
    pupil: 'Pupils',
    other: 'Others with access',
  },
  items: {
    label: 'Items',
    search: 'Search items',
    subject: 'Subjects',
    homework: 'Homework',
    chat: 'Your chats',
    file: 'Files',
    lessonContent: 'Lesson contents',
    news: 'News',
  },
  // Below a group of people. `more`: the list shows some people of the group. `all`: it shows only the group.
  fold: {
    more: '{count, number} more, no admin role',
    all: '{count, plural, one {# person, no admin role} other {# people, no admin role}}',
    hide: 'Hide {count, number} without an admin role',
  },
  facts: {
    admin: 'Admin of {admin, number}',
    onlyAdmin: 'Admin of {admin, number}, the only admin of {only, number}',
    onlyAdminShort: 'Only admin of {only, number} of {admin, number}',
    write: 'Writes in {write, number}',
    writeRead: 'Writes in {write, number}, reads {read, number}',
    read: 'Reads {read, number}',
    none: 'No access of their own',
    noneLead:
      'No access of their own. Everyone in the class can see its subjects, homework and files all the same.',
  },
  summary: {
    teacher: '{count, plural, one {Teacher. Access to # item.} other {Teacher. Access to # items.}}',
    pupil: '{count, plural, one {Pupil. Access to # item.} other {Pupil. Access to # items.}}',
    other:
      '{count, plural, one {Not in this class. Access to # item.} other {Not in this class. Access to # items.}}',
    group:
      '{count, plural, one {Several people. Access to # item.} other {Several people. Access to # items.}}',
    class: '{count, plural, one {A class. Access to # item.} other {A class. Access to # items.}}',
  },
  throughClass: {
    only: 'through {named}',
    higher: '{role} through {named}',
  },
  leave: {
    own: '{count, plural, one {If you left, # item would have no admin} other {If you left, # items would have no admin}}',
    other:
      '{count, plural, one {If {name} left, # item would have no admin} other {If {name} left, # items would have no admin}}',
    more: '{names} and {count, number} more',
    onlyThey: 'Only {name} can hand over',
    handOver: 'Hand over…',
  },
  handOver: {
    title: '{count, plural, one {Hand over # item} other {Hand over # items}}',
    leadOwn: 'Somebody else becomes admin. You keep write access.',
    lead: 'Somebody else becomes admin. {name} keeps write access.',
    progress: '{done, number} of {all, number} handed over …',
    failed: '{count, number} of {all, number} could not be handed over:',
    failedItem: '{name}: {reason}',
  },
  filter: {
    label: 'Filter',
    all: 'All',
    onlyAdmin: 'Only admin',
    oneAdmin: 'Only one admin',
    within: 'Filter items',
  },
  columns: {
    role: 'Role',
    since: 'Since',
    by: 'By',
  },
  onlyAdmin: {
    badge: 'Only admin',
    of: 'Only admin: {name}',
  },
  counts: {
    admin: '{count, plural, one {# admin} other {# admins}}',
    write: '{count, plural, one {# writes} other {# write}}',
    read: '{count, plural, one {# reads} other {# read}}',
  },
  // Names for items and people without a name.
  unnamed: {
    subject: 'Subject no. {id}',
    homework: 'Homework no. {id}',
    chat: 'Chat no. {id}',
    file: 'File no. {id}',
    lessonContent: 'Lesson content no. {id}',
    news: 'News no. {id}',
    person: 'Unnamed person',
  },
  you: 'you',
  due: 'due {day}',
  open: 'Access to {name}',
  roleFor: 'Role for {name}: {role}',
  removeFrom: 'Remove {person} from {name}',
  choose: {
    people: 'Choose a person',
    peopleLead: 'Their subjects, homework, chats and files are listed here, with the role in each.',
    items: 'Choose an item',
    itemsLead: 'Everyone who has access to it is listed here, with their role.',
  },
  missing: {
    people: 'This person has no access here',
    items: 'This item isn’t listed',
    lead: 'Choose another one from the list.',
  },
  nothing: {
    people: 'No people match',
    items: 'No items match',
    oneAdmin: 'Every item has more than one admin',
  },
  empty: {
    title: 'There is nothing here yet',
    lead: 'Subjects, chats, homework and files of this class show here, with everyone who has access to them.',
  },
  pupil: {
    title: 'This page is for teachers',
    lead: 'To see who is in one of your chats or can see one of your files, open it and choose Access.',
    toTimetable: 'Go to the timetable',
  },
  listFailed: {
    people: 'The people of the class could not be loaded.',
    subject: 'The subjects could not be loaded.',
    homework: 'The homework could not be loaded.',
    chat: 'The chats could not be loaded.',
    file: 'The files could not be loaded.',
  },
  keys: {
    search: 'Search the list',
    move: 'Move in the list',
    open: 'Open the selected person or item',
  },
} as const
