import type { PlannedEntry, PlannedFile, PlannedFolder } from './plannedFiles.ts'

const file = (
  name: string,
  by: string,
  day: number,
  rest: { time?: string; content?: string } = {},
): PlannedFile => ({ name, by, day, ...rest })

const folder = (
  name: string,
  by: string,
  day: number,
  entries: readonly PlannedEntry[],
  writers: readonly string[] = [],
): PlannedFolder => ({ name, by, day, entries, writers })

const sheets = (names: readonly string[], by: string, day: number): PlannedFile[] =>
  names.map(name => file(name, by, day, { content: 'sheet.pdf' }))

/** The folder of the picture: ten entries, dated as there. */
const fractions = folder('Fractions', 'Albrecht', -14, [
  folder(
    'Solutions',
    'Albrecht',
    -4,
    sheets(['p38.pdf', 'p39.pdf', 'p40.pdf', 'p42.pdf', 'p44.pdf', 'worksheet-6.pdf'], 'Albrecht', -4),
  ),
  folder(
    'Tests',
    'Albrecht',
    -11,
    sheets(['test-1.pdf', 'test-1-solution.pdf', 'test-2.pdf', 'test-2-solution.pdf'], 'Albrecht', -11),
  ),
  file('fraction-wall.png', 'Albrecht', 0, { time: '08:40' }),
  file('fractions-p42.pdf', 'Albrecht', -2),
  file('fractions-p44.pdf', 'Albrecht', -2, { time: '12:15' }),
  file('points-term-1.csv', 'Albrecht', -3),
  file('mental-arithmetic-3.mp3', 'Albrecht', -5),
  file('worksheet-7-angles.pdf', 'Albrecht', -6),
  file('notes-for-substitutes.txt', 'Albrecht', -12),
  file('board-2-november.jpg', 'Albrecht', -12, { time: '12:20', content: 'board.jpg' }),
])

/**
 * The files of each class; ids follow this order, folders first. Those of 8b are the ones of the pictures. English is
 * Omar Ruiz' own; in the folder of the museum trip two pupils may write too.
 */
export const filePlan: Record<string, readonly PlannedEntry[]> = {
  '8b': [
    folder('English', 'Ruiz', -30, [
      file('unit-3-vocabulary.pdf', 'Ruiz', -8, { content: 'sheet.pdf' }),
      file('listening-unit-3.wav', 'Ruiz', -8),
      file('essay-checklist.txt', 'Ruiz', -7),
      file('reading-log.docx', 'Ruiz', -15),
    ]),
    folder('Maths', 'Albrecht', -40, [
      fractions,
      folder('Angles', 'Albrecht', -5, [
        file('angle-opens.webm', 'Albrecht', -5),
        file('set-square.pdf', 'Albrecht', -5, { content: 'sheet.pdf' }),
        file('sketch.ggb', 'Albrecht', -4),
      ]),
      file('formulary.pdf', 'Albrecht', -38, { content: 'sheet.pdf' }),
    ]),
    folder(
      'Museum trip',
      'Albrecht',
      -20,
      [
        file('permission-form.pdf', 'Albrecht', -20, { content: 'letter.pdf' }),
        file('packing-list.txt', 'Ruiz', -6),
        file('hall-plan.png', 'Ruiz', -6),
        file('posters.jpg', 'Mika', -1),
        file('pike.jpg', 'Aiko', -1, { time: '13:30' }),
      ],
      ['Ruiz', 'Mika', 'Aiko'],
    ),
    file('timetable-8b.pdf', 'Albrecht', -44, { content: 'letter.pdf' }),
    file('parents-evening.pdf', 'Albrecht', -33, { content: 'letter.pdf' }),
  ],
  '10a': [
    folder('Advanced maths', 'Kern', -35, sheets(['functions-1.pdf', 'functions-2.pdf'], 'Kern', -9)),
    folder('English', 'Ruiz', -30, [
      file('the-road-not-taken.txt', 'Ruiz', -12),
      ...sheets(['essay-structure.pdf'], 'Ruiz', -11),
    ]),
    folder('Discussion', 'Seidel', -16, sheets(['structure.pdf', 'example.pdf'], 'Seidel', -14)),
    file('excursion.pdf', 'Ruiz', -7, { content: 'letter.pdf' }),
  ],
  '6c': [
    folder('Maths', 'Albrecht', -30, sheets(['angles-p17.pdf', 'angles-p19.pdf'], 'Albrecht', -5)),
    folder('Science', 'Brandt', -9, [file('cress-diary.txt', 'Brandt', -9)]),
    file('class-rules.pdf', 'Kern', -43, { content: 'letter.pdf' }),
  ],
}
