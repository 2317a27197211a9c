import { expect, it } from 'vitest'
import {
  createRows,
  insertPastedRows,
  insertRowAfter,
  moveRow,
  type OptionRow,
  type PollDraft,
  parsePoll,
  removeRow,
} from './pollFields.ts'

const draft = (question: string, options: string[]): PollDraft => ({
  question,
  options,
  anonymous: true,
  several: false,
})
const problemsOf = (...args: Parameters<typeof draft>) => {
  const read = parsePoll(draft(...args))
  if (!('problems' in read)) throw new Error('nothing is wrong with it')
  return { question: read.problems.question, options: [...read.problems.options].sort() }
}
const textsOf = (rows: readonly OptionRow[] | undefined) => rows?.map(({ text }) => text)

it('ignores empty answers at the end', () => {
  expect(parsePoll(draft(' Which film? ', ['Krabat ', 'The Wave', '', ' ']))).toEqual({
    poll: {
      text: 'Which film?',
      poll: { options: ['Krabat', 'The Wave'], is_anonymous: true, is_multiple_choice: false },
    },
  })
})

it('returns problems per field', () => {
  expect(problemsOf(' ', ['', ''])).toEqual({
    question: 'missing',
    options: [
      [0, 'empty'],
      [1, 'empty'],
    ],
  })
  expect(problemsOf('Which?', ['Krabat', '', 'krabat', 'Krabat '])).toEqual({
    question: undefined,
    options: [
      [1, 'empty'],
      [3, 'same'],
    ],
  })
  expect(problemsOf('Which?', ['Krabat', 'x'.repeat(503)]).options).toEqual([[1, { over: 3 }]])
  expect(problemsOf('x'.repeat(20_001), ['a', 'b']).question).toEqual({ over: 1 })
})

it('adds, moves and removes answers, between 2 and 20', () => {
  const rows = createRows(['a', 'b'])
  const three = insertRowAfter(rows, 0)
  expect(textsOf(three)).toEqual(['a', '', 'b'])
  expect(new Set(three.map(({ key }) => key)).size).toBe(3)
  expect(textsOf(moveRow(rows, 0, 1))).toEqual(['b', 'a'])
  expect(moveRow(rows, 0, -1)).toBe(rows)
  expect(textsOf(removeRow(rows, 0))).toEqual(['b', ''])
  const full = createRows(Array.from({ length: 20 }, String))
  expect(insertRowAfter(full, 19)).toBe(full)
})

it('splits pasted lines into answers, without bullets', () => {
  const rows = createRows(['', '', 'kept'])
  const text = '- Krabat\r\n\r\n2. The Wave\n• Games 2\n'
  const pasted = insertPastedRows(rows, 0, { before: '', text, after: '' })
  expect(textsOf(pasted?.rows)).toEqual(['Krabat', 'The Wave', 'Games 2', 'kept'])
  expect(pasted).toMatchObject({ last: 2, droppedCount: 0 })
  expect(insertPastedRows(rows, 0, { before: '', text: 'one line\n', after: '' })).toBeUndefined()
  const many = insertPastedRows(createRows([]), 1, {
    before: '',
    text: Array.from({ length: 25 }, String).join('\n'),
    after: '',
  })
  expect(many?.rows).toHaveLength(20)
  expect(many?.droppedCount).toBe(6)
})
