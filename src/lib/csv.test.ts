import { describe, expect, it } from 'vitest'
import { fc } from '../testing/fastCheck.ts'
import { csv, getCsvStyle } from './points.ts'

const english = getCsvStyle('en')
const german = getCsvStyle('de')
const line = (...cells: Parameters<typeof csv>[0][number]) => csv([cells], english).slice(1)

describe('a CSV file', () => {
  it('begins with a byte order mark and ends every line with CR LF', () => {
    expect(csv([['a'], ['b']], english)).toBe('\uFEFF"a"\r\n"b"\r\n')
  })

  it('contains only a byte order mark if there are no rows', () => expect(csv([], english)).toBe('\uFEFF'))

  it('uses the separators of the language', () => {
    expect(csv([['Mika', 12.5]], english)).toBe('\uFEFF"Mika",12.5\r\n')
    expect(csv([['Mika', 12.5]], german)).toBe('\uFEFF"Mika";12,5\r\n')
  })

  it('writes numbers unquoted, and leaves null, NaN and Infinity empty', () => {
    expect(line(0, -3, null, '', Number.NaN, Number.POSITIVE_INFINITY)).toBe('0,-3,,"",,\r\n')
  })

  it('doubles quotes and keeps separators and line breaks inside a cell', () => {
    expect(line('say "so"', 'a,b;c', 'one\r\ntwo')).toBe('"say ""so""","a,b;c","one\r\ntwo"\r\n')
  })
})

/** Reads a CSV file as a spreadsheet does (RFC 4180). */
function readCsv(text: string, separator: string): string[][] {
  const rows: string[][] = [[]]
  const cells = /("(?:[^"]|"")*"|[^"\r\n,;]*)([,;]|\r\n)/gy
  for (const [, cell = '', end] of text.replace(/^\uFEFF/, '').matchAll(cells)) {
    rows.at(-1)?.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell)
    if (end === '\r\n') rows.push([])
    else expect(end).toBe(separator)
  }
  return rows.slice(0, -1)
}

it('any cells are the same when they are read back', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\r', '\n', 'ä', '=', ' ') })
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 1 })), rows => {
      const read = readCsv(csv(rows, german), ';').map(row => row.map(text => text.replace(/^'/, '')))
      expect(read).toEqual(rows)
    }),
  )
})

describe('CSV formula injection', () => {
  const attacks = [
    '=HYPERLINK("https://evil.example","click")',
    "+cmd|' /C calc'!A0",
    "-2+3+cmd|' /C calc'!A0",
    "@SUM(1+1)*cmd|' /C calc'!A0",
    '\t=1+1',
    '\r=1+1',
    '\n=1+1',
    ' =1+1',
    '\u00a0=1+1',
    '\u202e=1+1',
    '\u200b@x',
    '\uFEFF=1+1',
    '\u0000=1+1',
    '＝1+1',
    '＠x',
    "|cmd' /C calc'!A0",
    ' |x',
    '｜x',
    '﹦1+1',
    '﹢1',
    '﹣1',
    '﹫x',
    '−1+1',
    '-',
  ]
  it.each(attacks)('is prevented by an apostrophe: %j', attack => {
    const written = line(attack)
    expect(written.startsWith('"\'')).toBe(true)
    // A cell can't contain NUL.
    expect(written.slice(2, -3).replaceAll('""', '"')).toBe(attack.replaceAll('\0', ''))
  })

  it('does not change harmless text', () => {
    for (const text of ['a=b', 'x-ray', "O'Neil", 'mika@school.example', '12,5', '2026-11-16 18:02']) {
      expect(line(text)).toBe(`"${text}"\r\n`)
    }
  })

  it('is not possible through quotes', () => {
    const tricky = 'x";=1+1;"'
    expect(csv([[tricky, 1]], german)).toBe('\uFEFF"x"";=1+1;""";1\r\n')
    expect(csv([['x",=1+1,"', 1]], english)).toBe('\uFEFF"x"",=1+1,""",1\r\n')
  })
})
