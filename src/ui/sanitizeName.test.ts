import { expect, it } from 'vitest'
import { formatInlineName, sanitizeName, splitName } from './sanitizeName.ts'

it.each([
  ['homework\u202egpj.exe', 'homework\ufffdgpj.exe'],
  ['a\u2066b\u2069.txt', 'a\ufffdb\ufffd.txt'],
  ['zero\u200bwidth\ufeff\u00ad.txt', 'zero\ufffdwidth\ufffd\ufffd.txt'],
  ['line\nbreak\u2028and\u0000nul.txt', 'line\ufffdbreak\ufffdand\ufffdnul.txt'],
  ['half\ud800.txt', 'half\ufffd.txt'],
])('harmlessName replaces hidden characters by U+FFFD: %j', (name, shown) => {
  expect(sanitizeName(name)).toBe(shown)
})

it.each(['Übung 1.pdf', '宿題.pdf', 'שיעורי בית.pdf', 'می\u200cخواهم.txt', '👩\u200d🏫.jpg'])(
  'harmlessName keeps %s',
  name => {
    expect(sanitizeName(name)).toBe(name)
  },
)

it.each([
  ['a very long name of a scan, page 12.jpg', 'a very long name of a scan, pag', 'e 12.jpg'],
  ['no extension at all in this one', 'no extension at all in this', ' one'],
  ['.htaccess', '.htac', 'cess'],
  ['a sentence. With a dot far from its end', 'a sentence. With a dot far from its', ' end'],
  ['x.pdf', '', 'x.pdf'],
  ['', '', ''],
])('splitName cuts before the extension: %j', (name, stem, end) => {
  expect(splitName(name)).toEqual({ stem, end })
  expect(`${stem}${end}`).toBe(name)
})

it('splitName never cuts a surrogate pair', () => {
  const { stem, end } = splitName('👍👍👍👍👍👍👍👍.png')
  expect(stem.isWellFormed() && end.isWellFormed()).toBe(true)
})

it('splitName and formatInlineName never cut an emoji', () => {
  for (let length = 0; length < 12; length += 1) {
    const name = `${'x'.repeat(length)}${'👩‍🏫'.repeat(60)}.jpg`
    const parts = [...Object.values(splitName(name)), ...formatInlineName(name).slice(1, -1).split('…')]
    for (const part of parts) expect(part.replaceAll('👩‍🏫', '')).toMatch(/^x*(?:\.jpg)?$/)
  }
})
