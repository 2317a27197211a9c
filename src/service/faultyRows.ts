/** Rows as a loose, a broken and a hostile service sends them; faultClasses.ts says which class shows which. */

const lesson = {
  short: 'Ma',
  room: '204',
  teacher: 'Nobody',
  note: '',
  color: '#3177dc',
  is_gradable: true,
  is_timetable_only: false,
  rooms: [],
}

/** Odd, but readable, every one of them (cases 18). */
export const looseLessons: unknown[] = [
  { ...lesson, id: 901, name: 'No rooms: a list' },
  { ...lesson, id: 902, name: 'No rooms: an object', rooms: {} },
  { ...lesson, id: 903, name: 'No rooms: null', rooms: null, note: null },
  { ...lesson, id: 904, name: 'No rooms at all', rooms: undefined, color: undefined },
  { ...lesson, id: 905, name: 'A room', rooms: { '1-2-3': 'B12' }, color: '' },
  { ...lesson, id: 906, name: 'Colour null', color: null },
  { ...lesson, id: 907, name: 'Colour by name', color: 'red' },
  { ...lesson, id: 908, name: 'Colour that is code', color: 'red;background:url(//evil.example/x)' },
  { ...lesson, id: 909, name: 'A field nobody knows', unheard_of: { deep: [1, 2, 3] } },
]

/** Hours without a number, without an id, and with seconds nobody asked for. */
export const looseUnits: unknown[] = [
  { id: 901, start: '8:00', end: '8:45', position: 1, text: '1', text_readable: '1.' },
  {
    id: null,
    start: '08:50:00',
    end: '09:35:00',
    position: null,
    positions: [2, 3],
    text: '',
    text_readable: '',
  },
  {
    id: 903,
    start: '09:55',
    end: '10:40',
    position: null,
    positions: 'none',
    text: '3',
    text_readable: '3.',
  },
]

/** Two readable subjects, one of them twice; five that can't be read (cases 19). */
export const brokenLessons: unknown[] = [
  { ...lesson, id: 901, name: 'Readable' },
  { ...lesson, name: 'No id' },
  { ...lesson, id: '902', name: 'Id as text' },
  { ...lesson, id: 903, name: 7 },
  null,
  'Maths',
  { ...lesson, id: 901, name: 'The same id again' },
  { ...lesson, id: 904, name: 'Readable too' },
]

/** Two readable people, one of them twice; three that can't be read. */
export const brokenMembers: unknown[] = [
  { id: 1, name: 'A. Nobody' },
  { id: 1, name: 'A. Nobody' },
  { name: 'No id' },
  { id: 2, name: null },
  [],
  { id: 3, name: 'B. Nobody' },
]

/** Text that a careless page would run, follow or be turned round by (cases 13, 14). */
export const hostileText = {
  name: '<script>window.hacked = true</script><img src=x onerror="window.hacked = true">',
  short: '\u202eaM',
  room: '\u0007\u200f204\u202e</td>',
  teacher: 'javascript:window.hacked=true',
  note: 'https://evil.example/ javascript:alert(1) data:text/html,<script>window.hacked=true</script>',
  color: 'javascript:window.hacked=true',
  address: 'javascript:window.hacked=true',
  representations: [
    '<b onmouseover="window.hacked = true">Assembly</b>',
    { kind: 'note', note: '\u202e\u2066<svg onload="window.hacked = true">\u0000' },
    { lesson_id: 901, kind: 'substituted', teacher: '<iframe src="javascript:window.hacked=true">' },
  ],
}
