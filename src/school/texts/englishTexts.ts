import { november } from '../chats/november.ts'
import { october } from '../chats/october.ts'
import {
  chessClub,
  class10a,
  examGroup,
  lenaWeber,
  library,
  museumTrip,
  schoolChoir,
} from '../chats/otherTalk.ts'
import { recent } from '../chats/recent.ts'
import { september } from '../chats/september.ts'
import { mathsDepartment, parents8b, staffAll, teachers8b } from '../chats/staffTalk.ts'
import type { SchoolTexts } from './SchoolTexts.ts'

const plain = (names: Record<string, string>) =>
  Object.fromEntries(Object.entries(names).map(([short, name]) => [short, { short, name }]))

export const englishTexts: SchoolTexts = {
  subjects: {
    '8b': {
      ...plain({ En: 'English', De: 'German', Ph: 'Physics', Bi: 'Biology', Hi: 'History', Ge: 'Geography' }),
      ...plain({ Fr: 'French', La: 'Latin', Mu: 'Music', PE: 'PE', Ar: 'Art' }),
      Ma: { short: 'Ma', name: 'Maths', note: 'Bring set squares on Wednesdays.' },
    },
    '10a': {
      ...plain({ En: 'English', De: 'German', Ph: 'Physics', Bi: 'Biology', Hi: 'History', Ge: 'Geography' }),
      ...plain({ Fr: 'French', La: 'Latin', Mu: 'Music', PE: 'PE', Et: 'Ethics' }),
      MaLK: {
        short: 'Ma',
        name: 'Advanced maths',
        room: 'Lecture hall',
        note: 'Calculators without a network connection only.',
      },
    },
    '6c': {
      ...plain({ Ma: 'Maths', En: 'English', De: 'German', Na: 'Science', Bi: 'Biology', Hi: 'History' }),
      ...plain({ Ge: 'Geography', Sp: 'Swimming', La: 'Latin', Mu: 'Music', Ar: 'Art', CT: 'Class time' }),
    },
  },
  emptyClass: 'Drama group',
  crowd: {
    className: 'Whole school',
    subject: 'Project',
    short: 'Pr',
    homework: 'Project days: your report',
    chat: 'Talk of three years',
  },
  break: 'Break',
  lunch: 'Lunch',
  trainingDay: 'Staff training day',
  holidays: 'School holidays',
  weekdays: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
  date: '{day} {month}',
  dayAndDate: '{weekday} {date}',
  months: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
  substitutions: {
    test: 'Test: bring a calculator and a ruler.',
    tasks: 'Tasks are in Files.',
    exam: 'The usual room is used for an exam.',
    assembly: 'Assembly in the Aula after the 4th hour.',
  },
  homework: {
    '8b': [
      {
        text: 'Fractions p. 42',
        note: 'Exercises 1 to 5. Show your working.\n\nBring a ruler for number 5.',
      },
      { text: 'Essay: a day without a phone', note: 'About 200 words.' },
      { text: 'Fractions p. 38, 1 to 3' },
      { text: 'Read chapter 4' },
      { text: 'Poster: the food web of a pond', note: 'In pairs, A3.' },
      { text: 'Questions on the source, p. 61' },
      { text: 'Fractions p. 45, 2 and 4' },
      { text: 'Vocabulary, unit 3' },
      { text: 'Protocol of the pendulum experiment' },
    ],
    '10a': [
      { text: 'Interpretation of “The Road Not Taken”', note: 'At least three quotations.' },
      { text: 'Family of functions p. 112, 3 a) to f)' },
      { text: 'Discussion: all-day schools' },
      { text: 'Read up on meiosis' },
      { text: 'Vocabulary list: transition' },
      { text: 'Talk: the revolution of 1848' },
    ],
    '6c': [
      { text: 'Angles p. 17' },
      { text: 'Story: the lost key', note: 'One page.' },
      { text: 'Grow cress: write down what you see each day' },
      { text: 'Angles p. 19, 1 and 2' },
      { text: 'Learn the poem' },
    ],
  },
  handIns: {
    unclear: 'I did 1 to 4, 5 was unclear.',
    twoTries: 'All done.\n\nNumber 5 took me two tries.',
    exercises: 'Exercises 1 to {last}.',
    done: 'Done.',
    early: 'Early bird.',
    words: [
      'My printer is broken, so here it is by hand.',
      'Is 3b right? I was not sure about the sign.',
      'I worked with Emil, but we each wrote our own.',
    ],
    names: {
      essay: 'essay.pdf',
      exercise: 'exercise 5.pdf',
      allPages: 'all pages.pdf',
      notes: 'notes.txt',
      sketch: 'geometry.ggb',
      scan: 'scan.jpg',
      page: 'page.jpg',
    },
    notes: 'Exercise 1: 3/4 + 1/8 = 7/8\nExercise 2: ½ · ⅔ = ⅓\n\nI could not do number 3.\n',
    pages: {
      essay: [
        ['A day without a phone', '', 'It began with the alarm that did not ring.'],
        ['Page 2', '', 'At noon I had read a whole newspaper (it was from May).'],
        ['Page 3', '', 'The end.'],
      ],
      maths: [
        ['Exercise 5', '', 'The wall has one whole at the top, then halves, thirds and quarters.'],
        ['Page 2', '', 'Two eighths are as long as one quarter, four eighths as one half.'],
        ['Page 3', '', 'So 1/4 + 1/8 = 3/8 and 1/2 + 1/8 = 5/8.'],
      ],
    },
  },
  corrections: {
    signs: 'Well done. Mind the signs in 3b.',
    comeAndSee: 'Please come and see me about number 5.',
    asAgreed: 'Not handed in, as agreed.',
    neat: 'Neat work.',
    compare: 'Compare with the solution on the board.',
  },
  worksheet: {
    name: 'worksheet.pdf',
    title: 'Worksheet',
    page: 'Page 2',
    space: 'Space for your working',
  },
  taught: [
    'Repetition, then exercises in pairs.',
    'New topic; notes are in the class files.',
    'Homework compared, questions answered.',
    'Group work, results on the board.',
  ],
  news: [
    { title: 'Museum trip', text: 'We meet at 08:15 at the north gate. Please bring a packed lunch.' },
    { title: 'Lost and found', text: 'Three scarves and a lunch box are waiting in room 204.' },
    { title: 'Work placement', text: 'Contracts by Friday, please.' },
    { title: 'Swimming', text: 'The pool is closed this week.' },
  ],
  names: {},
  pdfs: {
    museumLetter: [
      ['Museum trip of class 8b', '', 'Museum of Communication', 'Price: 4 Euro', '', 'Back at about 15:00'],
    ],
    timetable: [['Timetable of class 8b', '', 'Room 204']],
    parentsEvening: [
      ["Parents' evening", '', 'Class 8b, room 204, 19:00'],
      ['I will come  ( )', 'I can not come  ( )'],
    ],
    summary: [
      ['Fractions: a summary', '', '1. Expand and reduce', '2. Add: same denominator first'],
      ['3. Multiply: straight across', '4. Divide: times the reciprocal'],
      ['5. Examples'],
    ],
    museumForm: [
      [
        'Museum trip of class 8b',
        '',
        'My child __________________________ may take part.',
        '',
        'Departure 08:15, north gate. Back at about 15:00.',
        'Price: 4 Euro. Please bring a packed lunch.',
        '',
        'Date, signature ____________________________',
      ],
    ],
    sheet: [['Sheet', '', '1. ________________', '2. ________________', '3. ________________']],
    letter: [
      ['Dear parents,', '', 'please find everything on page 2.'],
      ['Page 2', '', 'See above.'],
    ],
    p42: [
      ['Fractions, p. 42', '', '1. 1/2 + 1/4 =', '2. 2/3 - 1/6 =', '3. 3/4 + 1/8 ='],
      ['Page 2', '', '4. 5/6 - 1/2 =', '5. Draw a fraction wall up to eighths.'],
    ],
    p44: [
      ['Fractions, p. 44', '', '2. 3/5 of 40 kg =', '3. 2/7 of 21 m =', '6. A recipe for 4 people: for 6?'],
    ],
    angles: [
      ['Worksheet 7: angles', '', '1. Draw 35, 90 and 140 degrees.', '2. Which of them is obtuse?'],
      ['Page 2', '', '3. Two parallels and a line across them: mark all equal angles.'],
    ],
  },
  texts: {
    results: 'group,tries,mean\n1,12,0.42\n2,12,0.44\n3,11,0.39\n',
    packingList:
      'Packed lunch\nSomething to drink\n4 € for the entry\nPencil, no ink\nSketching paper, if you have any\nUmbrella ☂\n',
    pointsHead: 'name,test 1,test 2',
    substitutes: `What you need to know when you take 8b for a lesson:

- Register: top drawer, room 204.
- Fractions p. 42 first; who is done goes on with p. 44.
- Solutions are in the folder "Solutions". Please don't hand them out.
- Tom sits in the front, he forgot his glasses.
`,
    essayChecklist: '☐ Title\n☐ Three paragraphs\n☐ Linking words\n☐ Read it aloud once\n',
    readingLog: 'Reading log: book, pages, what happened',
    cressDiary: 'Day 1: nothing.\nDay 2: nothing.\nDay 3: small white dots!\n',
  },
  chatNames: [
    'Class 8b',
    'Teachers 8b',
    'Parents 8b',
    'Museum trip',
    'Maths department',
    'Lena Weber',
    'School choir',
    'Staff, all',
    'Exam group 8b',
    'Class 10a',
    'Chess club',
    'Library',
    'Drama group',
  ],
  talk: {
    ...{ september, october, november, recent, teachers8b, mathsDepartment, staffAll, parents8b },
    ...{ museumTrip, lenaWeber, schoolChoir, examGroup, class10a, chessClub, library },
  },
  polls: {
    film: ['Krabat', 'The Wave', 'No film, games instead'],
    practice: ['Exercises with solutions', 'Explain it once more', 'A practice test'],
    party: ['Breakfast together', 'Board games', 'Music', 'Cake, only cake'],
    holes: ['Finished', 'More than half', 'Less than half', 'Which book?'],
    day: ['Monday, 7th hour', 'Tuesday, 7th hour', 'Wednesday, 7th hour', 'Thursday, 7th hour'],
    robots: [
      ...['Gizmo', 'Rosie', 'Klara and the window', 'B-9', 'Ada', 'Robert the talking typewriter', 'Unit 7'],
      ...['Piep', 'The one without a head', 'Telephone lady', 'Copper', 'Morse', 'R. Giskard', 'Hänschen'],
      ...['Nightingale', 'Automat 1760', 'Little Carl', 'The chess Turk', 'Nobody, we look around'],
      'I don’t mind',
    ],
    conference: ['Half an hour does', 'A whole one'],
    calculator: ['The one we have', 'One with a graph', 'None before class 10'],
    training: [
      'Feedback that helps: how to say what is good and what is missing so that a pupil knows what to do next, with examples from our own corrections',
      'Digital tools in lessons, for beginners: files, homework and chats, what they are good for, what they are not good for, and how to switch them off in the evening',
      'First aid in the laboratory, in the gym and on trips, with a certificate that is valid for two years',
    ],
    pieces: [
      'Maria durch ein Dornwald ging',
      'Carol of the Bells',
      'Hymne à la nuit',
      'Something with drums',
    ],
    sure: ['Very', 'Quite', 'Not at all'],
  },
  curriculum: {
    topics: [
      [
        'Fractions',
        'expand and reduce',
        'compare and order',
        'add and subtract',
        'multiply and divide',
        'decimal fractions',
      ],
      ['Terms and equations', 'brackets', 'two variables', 'factor out', 'linear equations', 'word problems'],
      [
        'Geometry',
        'angles at parallels',
        'triangles by three pieces',
        'area of a trapezium',
        'circles',
        'prisms',
      ],
      ['Proportions', 'tables and graphs', 'rule of three', 'per cent', 'interest', 'scales'],
      [
        'Data and chance',
        'mean and median',
        'box plots',
        'relative frequency',
        'two-stage experiments',
        'misleading charts',
      ],
    ],
    line: '{number} {step}: {lessons} lessons, p. {page}. Everybody can say what it is for, show it with a drawing, and check a result by an estimate.',
  },
}
