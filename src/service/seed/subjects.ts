/** A subject of a seed class. `teacher` is a family name of teachers.ts; `rooms` maps slot keys to rooms. */
export type SeedSubject = {
  name: string
  short: string
  teacher: string
  room: string
  color: string | null
  note?: string
  rooms?: Record<string, string>
  isTimetableOnly?: true
}

const subject = (
  short: string,
  name: string,
  teacher: string,
  room: string,
  color: string | null,
): SeedSubject => ({
  name,
  short,
  teacher,
  room,
  color,
})

/** The class of the pictures. */
const subjects8b: SeedSubject[] = [
  { ...subject('Ma', 'Maths', 'Albrecht', '204', '#3177dc'), note: 'Bring set squares on Wednesdays.' },
  subject('En', 'English', 'Ruiz', '101', '#de673b'),
  subject('De', 'German', 'Seidel', '112', '#cc3148'),
  subject('Ph', 'Physics', 'Brandt', '118', '#765cde'),
  { ...subject('Bi', 'Biology', 'Vogel', 'Bio 2', '#4d8d34'), rooms: { '2-2-0': 'Bio 2', '3-5-0': 'Bio 1' } },
  subject('Hi', 'History', 'Lorenz', '208', '#b5771c'),
  subject('Ge', 'Geography', 'Lorenz', '208', '#8b8318'),
  subject('Fr', 'French', 'Moreau', '301', '#a240b2'),
  subject('La', 'Latin', 'Thoma', '105', '#7f6e60'),
  subject('Mu', 'Music', 'Petri', 'Aula', '#208562'),
  { ...subject('PE', 'PE', 'Hagen', 'Hall A', '#1996c3'), isTimetableOnly: true },
  subject('Ar', 'Art', 'Demir', 'A 3', ''),
]

/** Too much of everything: names that don't fit, one that turns the writing direction, colours that are none. */
const subjects10a: SeedSubject[] = [
  {
    ...subject(
      'MaLK',
      'Advanced mathematics: analysis, analytic geometry and stochastics',
      'Kern',
      '',
      '#3177dc',
    ),
    room: 'Lecture hall of the Alexander von Humboldt building, 3rd floor',
    note: 'Calculators without a network connection only. Formulary in the current edition.',
  },
  subject('En', 'English', 'Ruiz', '101', '#de673b'),
  subject('De', 'Deutsche Sprache, Literatur und Medienwissenschaft', 'Seidel', '112', '#cc3148'),
  subject('Ph', 'Physics', 'Brandt', 'Physics laboratory 118/119', '#765cde'),
  subject('Bi', 'Biology', 'Vogel', 'Bio 1', '#4d8d34'),
  subject('Hi', 'History', 'Lorenz', '208', 'ochre'),
  subject('Ge', 'Geography', 'Lorenz', '208', null),
  subject('Fr', 'French', 'Moreau', '301', '#a240b2'),
  subject('La', 'Latin', 'Thoma', '105', '#7f6e60'),
  subject('Mu', 'Music', 'Petri', 'Aula', ''),
  { ...subject('PE', 'PE', 'Hagen', 'Hall B', '#1996c3'), isTimetableOnly: true },
  subject('Et', 'Ethics \u202eyhposolihp dna', 'Demir', 'A 3', '#FFFFFF'),
]

const subjects6c: SeedSubject[] = [
  subject('Ma', 'Maths', 'Albrecht', '017', '#3177dc'),
  subject('En', 'English', 'Moreau', '017', '#de673b'),
  subject('De', 'German', 'Kern', '017', '#cc3148'),
  subject('Na', 'Science', 'Brandt', 'Lab 1', '#765cde'),
  subject('Bi', 'Biology', 'Vogel', 'Bio 1', '#4d8d34'),
  subject('Hi', 'History', 'Lorenz', '017', '#b5771c'),
  subject('Ge', 'Geography', 'Lorenz', '017', '#8b8318'),
  subject('Sp', 'Swimming', 'Hagen', 'Pool', '#1996c3'),
  subject('La', 'Latin', 'Thoma', '105', '#7f6e60'),
  subject('Mu', 'Music', 'Petri', 'Aula', '#208562'),
  subject('Ar', 'Art', 'Demir', 'A 3', null),
  subject('CT', 'Class time', 'Kern', '017', ''),
]

/** A class of the seed school: twelve subjects, 28 pupils; 8b is the first. `age` of its pupils, in years. */
export type SeedClass = { name: string; age: number; classTeacher: string; subjects: readonly SeedSubject[] }

export const seedClasses: readonly SeedClass[] = [
  { name: '8b', age: 13, classTeacher: 'Albrecht', subjects: subjects8b },
  { name: '10a', age: 15, classTeacher: 'Ruiz', subjects: subjects10a },
  { name: '6c', age: 11, classTeacher: 'Kern', subjects: subjects6c },
]
