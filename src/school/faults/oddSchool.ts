import type { HomeworkText } from '../schoolTexts.ts'

/**
 * What the class 9103 is like: names that don't fit, writing that turns its direction, colours that are none, shapes nobody
 * has heard of. It has the people and the subjects of 10a, whose own week has nothing of it.
 */
export const oddClass = 'Odd class'
export const oddCourse = 9103

/** The number of its first subject, of advanced mathematics; the others follow in the order of those of 10a. */
export const firstOddSubject = 9401

type OddSubject = { short?: string; name?: string; room?: string; note?: string; color?: string | null }

/** By the plan's abbreviation. */
export const oddSubjects: Record<string, OddSubject> = {
  MaLK: {
    short: 'MaLK',
    name: 'Advanced mathematics: analysis, analytic geometry and stochastics',
    room: 'Lecture hall of the Alexander von Humboldt building, 3rd floor',
    note: 'Calculators without a network connection only. Formulary in the current edition.',
  },
  De: { name: 'Deutsche Sprache, Literatur und Medienwissenschaft' },
  Ph: { room: 'Physics laboratory 118/119' },
  Hi: { color: 'ochre' },
  Ge: { color: null },
  Mu: { color: '' },
  Et: { name: 'Ethics \u202eyhposolihp dna', color: '#FFFFFF' },
}

/** Ten full hours a day, as in classes.json, as if nobody taught elsewhere. */
export const oddWeek: readonly string[] = [
  'MaLK De En MaLK Ph En Fr+La+Mu+Et Hi Fr+La+Mu+Et Hi',
  'MaLK En Hi De Fr+La+Mu+Et Hi Bi+Ph+Ge PE+Et Bi+Ph+Ge PE+Et',
  'De Bi+Ph+Ge PE+Et En Bi+Ph+Ge PE+Et MaLK Ph MaLK Ph',
  'En MaLK Fr+La+Mu+Et Hi MaLK Ph De Fr+Mu De Fr+Mu',
  'MaLK De Bi+Ph+Ge PE+Et De Fr+Mu En Bi+La En Bi+La',
]

/** The abbreviation of the subject of each, with it. */
export const oddHomework: readonly (HomeworkText & { short: string })[] = [
  {
    short: 'En',
    text: 'Interpretation of “The Road Not Taken” with regard to its time and its readers',
    note: 'At least three quotations.\n<b>Not bold</b> & no markup: 3 < 4.',
  },
  { short: 'MaLK', text: 'Discuss the family of functions on p. 112, 3 a) to f)' },
  { short: 'De', text: 'Erörterung: Ganztagsschule' },
  { short: 'En', text: 'Vocabulary list \u202enoitisnart' },
]

/** Substitutions nobody has heard of, on the second day. */
export const oddSubstitutions: readonly unknown[] = [
  { headline: 'Canteen closed', until: '12:30', menu: ['Pasta', 'Salad'] },
  { kind: 'excursion', note: 'Museum, back by 13:00.' },
  42,
]
