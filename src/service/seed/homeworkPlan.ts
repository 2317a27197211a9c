/** One homework of the seed school. `due` counts days from today; it moves on to the next lesson of the subject. */
export type PlannedHomework = {
  short: string
  text: string
  note?: string
  due: number
  /** Set this many days before it is due. */
  lead: number
  points?: number
  /** What was handed in: not at all (no submissions), by nobody, by some with all kinds of files, or all corrected. */
  state: 'none' | 'open' | 'mixed' | 'corrected'
  /** Family name of a second teacher who may write. */
  alsoWrites?: string
  /** Family name of a teacher who may read, by grace of who also writes. */
  alsoReads?: string
  hasWorksheet?: true
}

const set = (
  short: string,
  due: number,
  text: string,
  state: PlannedHomework['state'],
  rest: Partial<PlannedHomework> = {},
): PlannedHomework => ({ short, due, lead: 6, text, state, ...rest })

/** The homework of each class; ids follow this order. The first of 8b is the one of the pictures. */
export const homeworkPlan: Record<string, readonly PlannedHomework[]> = {
  '8b': [
    set('Ma', -3, 'Fractions p. 42', 'mixed', {
      note: 'Exercises 1 to 5. Show your working.\n\nBring a ruler for number 5.',
      points: 15,
      alsoWrites: 'Ruiz',
      alsoReads: 'Kern',
      hasWorksheet: true,
    }),
    set('En', -2, 'Essay: a day without a phone', 'mixed', { note: 'About 200 words.', points: 20 }),
    set('Ma', -10, 'Fractions p. 38, 1 to 3', 'corrected', { points: 10 }),
    set('De', -6, 'Read chapter 4', 'none'),
    set('Bi', 0, 'Poster: the food web of a pond', 'open', { note: 'In pairs, A3.', points: 12 }),
    set('Hi', 1, 'Questions on the source, p. 61', 'open'),
    set('Ma', 3, 'Fractions p. 45, 2 and 4', 'open', { points: 10 }),
    set('Fr', 5, 'Vocabulary, unit 3', 'none'),
    set('Ph', 15, 'Protocol of the pendulum experiment', 'open', { points: 24, lead: 18 }),
  ],
  '10a': [
    set('En', -3, 'Interpretation of “The Road Not Taken” with regard to its time and its readers', 'mixed', {
      note: 'At least three quotations.\n<b>Not bold</b> & no markup: 3 < 4.',
      points: 12.5,
    }),
    set('MaLK', -1, 'Discuss the family of functions on p. 112, 3 a) to f)', 'mixed', { points: 30 }),
    set('De', -8, 'Erörterung: Ganztagsschule', 'corrected', { points: 15 }),
    set('Bi', 1, 'Read up on meiosis', 'none'),
    set('En', 4, 'Vocabulary list \u202enoitisnart', 'open'),
    set('Hi', 14, 'Talk: the revolution of 1848', 'open', { points: 15, lead: 25 }),
  ],
  '6c': [
    set('Ma', -3, 'Angles p. 17', 'mixed', { points: 8 }),
    set('De', -9, 'Story: the lost key', 'corrected', { note: 'One page.', points: 10 }),
    set('Na', 0, 'Grow cress: write down what you see each day', 'open'),
    set('Ma', 2, 'Angles p. 19, 1 and 2', 'open', { points: 6 }),
    set('En', 9, 'Learn the poem', 'none', { lead: 12 }),
  ],
}
