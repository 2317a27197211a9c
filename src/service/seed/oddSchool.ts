import type { HomeworkText } from './texts/SchoolTexts.ts'

/**
 * What 10a, and one day of 6c, are like in a school with faults: names that don't fit, writing that turns its direction,
 * colours that are none, shapes nobody has heard of. Whoever does not ask for faults never meets them.
 */
export const oddClass = '10a'

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

export const oddHomework: Record<string, readonly HomeworkText[]> = {
  [oddClass]: [
    {
      text: 'Interpretation of “The Road Not Taken” with regard to its time and its readers',
      note: 'At least three quotations.\n<b>Not bold</b> & no markup: 3 < 4.',
    },
    { text: 'Discuss the family of functions on p. 112, 3 a) to f)' },
    { text: 'Erörterung: Ganztagsschule' },
    { text: 'Read up on meiosis' },
    { text: 'Vocabulary list \u202enoitisnart' },
    { text: 'Talk: the revolution of 1848' },
  ],
}

/** Names of files, by the plan's. */
export const oddNames: Record<string, string> = { 'example.pdf': 'Beispiel \u202efdp.exe' }

/** Substitutions nobody has heard of, on the second day. */
export const oddSubstitutions: readonly unknown[] = [
  { headline: 'Canteen closed', until: '12:30', menu: ['Pasta', 'Salad'] },
  { kind: 'excursion', note: 'Museum, back by 13:00.' },
  42,
]
