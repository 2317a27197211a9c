import type { PhotoName } from './photos.ts'
import type { SchoolKind } from './schoolKind.ts'
import { textsOf } from './texts/textsOf.ts'

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
} & Work

/** What a pupil's work to it looks like. */
type Work = { photos?: readonly PhotoName[]; pages?: 'essay' | 'maths' }

const set = (
  short: string,
  due: number,
  state: PlannedHomework['state'],
  rest: Partial<PlannedHomework> = {},
): Omit<PlannedHomework, 'text'> => ({ short, due, lead: 6, state, ...rest })

const fractions: Work = { photos: ['fractions-1', 'fractions-2', 'fractions-3'], pages: 'maths' }
const essay: Work = { photos: ['essay-1', 'essay-2'], pages: 'essay' }
const angles: Work = { photos: ['angles'], pages: 'maths' }
const functions: Work = { photos: ['functions'], pages: 'maths' }

const plan: Record<string, readonly Omit<PlannedHomework, 'text'>[]> = {
  '8b': [
    set('Ma', -3, 'mixed', {
      points: 15,
      alsoWrites: 'Ruiz',
      alsoReads: 'Kern',
      hasWorksheet: true,
      ...fractions,
    }),
    set('En', -2, 'mixed', { points: 20, ...essay }),
    set('Ma', -10, 'corrected', { points: 10 }),
    set('De', -6, 'none'),
    set('Bi', 0, 'open', { points: 12 }),
    set('Hi', 1, 'open'),
    set('Ma', 3, 'open', { points: 10 }),
    set('Fr', 5, 'none'),
    set('Ph', 15, 'open', { points: 24, lead: 18 }),
  ],
  '10a': [
    set('En', -3, 'mixed', { points: 12.5, ...essay }),
    set('MaLK', -1, 'mixed', { points: 30, ...functions }),
    set('De', -8, 'corrected', { points: 15 }),
    set('Bi', 1, 'none'),
    set('En', 4, 'open'),
    set('Hi', 14, 'open', { points: 15, lead: 25 }),
  ],
  '6c': [
    set('Ma', -3, 'mixed', { points: 8, ...angles }),
    set('De', -9, 'corrected', { points: 10 }),
    set('Na', 0, 'open'),
    set('Ma', 2, 'open', { points: 6 }),
    set('En', 9, 'none', { lead: 12 }),
  ],
}

/** The homework of each class; ids follow this order. The first of 8b is the one of the pictures. */
export function homeworkPlan(className: string, { language }: SchoolKind): PlannedHomework[] {
  const texts = textsOf(language).homework[className]
  return (plan[className] ?? []).map((planned, index) => ({ ...planned, text: '', ...texts?.[index] }))
}
