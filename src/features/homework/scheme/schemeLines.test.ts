import { describe, expect, it } from 'vitest'
import { anyLines } from '../../../testing/anyMarks.ts'
import { fc } from '../../../testing/fastCheck.ts'
import { formatScheme, getTask, maxLabelLength, maxSchemeLines, parseScheme } from './schemeLines.ts'

describe('parseScheme', () => {
  it.each([
    [
      '1a 2\n1b 3\n2 4.5',
      [
        ['1a', 2],
        ['1b', 3],
        ['2', 4.5],
      ],
    ],
    [
      '1a  2,5 \r\n\r\n\t2\t3',
      [
        ['1a', 2.5],
        ['2', 3],
      ],
    ],
    [
      '1a: 2\n1b = 3',
      [
        ['1a', 2],
        ['1b', 3],
      ],
    ],
    [
      '1a 2 P\n1b 3 Punkte\n2 1 point\n3 .5pts',
      [
        ['1a', 2],
        ['1b', 3],
        ['2', 1],
        ['3', 0.5],
      ],
    ],
    [
      '1a 2 BE\n1b 3VP\n2 4 NP\n3 1,5 P.',
      [
        ['1a', 2],
        ['1b', 3],
        ['2', 4],
        ['3', 1.5],
      ],
    ],
    [
      '1a (2 BE)\n1b(3)\n2 [4 P]\n3 ( 1,5 VP )\nText (long): (5)',
      [
        ['1a', 2],
        ['1b', 3],
        ['2', 4],
        ['3', 1.5],
        ['Text (long)', 5],
      ],
    ],
    ['Spelling and style 5', [['Spelling and style', 5]]],
    ['1 5', [['1', 5]]],
  ])('reads %j', (text, lines) => {
    const parsed = parseScheme(text)
    expect(parsed.problems).toEqual([])
    expect(parsed.lines.map(({ label, max }) => [label, max])).toEqual(lines)
  })

  it.each([
    ['1a', 'noPoints', '1a'],
    ['5', 'noPoints', '5'],
    ['1a P', 'notNumber', 'P'],
    ['1a two', 'notNumber', 'two'],
    ['Essay (draft)', 'notNumber', '(draft)'],
    ['(5)', 'noPoints', '(5)'],
    ['1a -1', 'notNumber', '-1'],
    ['1a 1e3', 'notNumber', '1e3'],
    ['1a 0', 'zero', '1a'],
    ['1a 10001', 'tooHigh', '1a'],
    [`${'a'.repeat(maxLabelLength + 1)} 1`, 'labelTooLong', 'a'.repeat(maxLabelLength + 1)],
    ['1·2 1', 'labelCharacters', '1·2'],
    ['3 of 4 1', 'labelCharacters', '3 of 4'],
  ])('refuses %j', (text, why, detail) => {
    expect(parseScheme(`\n${text}`)).toEqual({
      lines: [],
      count: 1,
      problems: [{ lineNumber: 2, why, detail }],
    })
  })

  it('reports a duplicate label, and reads the others', () => {
    expect(parseScheme('1a 2\n2 3\n1a 4')).toEqual({
      lines: [
        { label: '1a', max: 2 },
        { label: '2', max: 3 },
      ],
      problems: [{ lineNumber: 3, why: 'duplicate', detail: '1a' }],
      count: 3,
    })
  })

  it('counts the lines of an empty and of a long text', () => {
    expect(parseScheme(' \n').count).toBe(0)
    const rows = Array.from({ length: maxSchemeLines + 1 }, (_, index) => `${index} 1`)
    expect(parseScheme(rows.join('\n')).count).toBe(maxSchemeLines + 1)
  })

  it('reads what formatScheme writes', () => {
    fc.assert(
      fc.property(anyLines, fc.constantFrom('en', 'de'), (lines, language) => {
        expect(parseScheme(formatScheme(lines, language))).toEqual({
          lines,
          problems: [],
          count: lines.length,
        })
      }),
    )
  })

  it('reads any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), text => {
        const { lines, problems, count } = parseScheme(text)
        expect(lines.length + problems.length).toBe(count)
      }),
    )
  })
})

it.each([
  ['1a', '1'],
  ['1', '1'],
  ['10', '10'],
  ['1.2', '1'],
  ['No. 3 b', 'No. 3'],
  ['Spelling', 'Spelling'],
])('%j belongs to the task %j', (label, task) => expect(getTask(label)).toBe(task))
