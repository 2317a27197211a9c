import { describe, expect, it } from 'vitest'
import { hostileMessages } from '../../../school/faults/hostile.ts'
import { expectCpuBelow } from '../../../testing/cpuTime.ts'
import { beginningOf, isEmojiOnly, marksIn, textPieces } from './MessageText.tsx'

const linksOf = (text: string) => textPieces(text).flatMap(({ href }) => href ?? [])
const joined = (text: string) =>
  textPieces(text)
    .map(piece => piece.text)
    .join('')

describe('addresses in a text', () => {
  it('are found as people write them, without the stop at the end', () => {
    expect(textPieces('See https://example.org/a?b=1, please.')).toEqual([
      { text: 'See ' },
      { text: 'https://example.org/a?b=1', href: 'https://example.org/a?b=1' },
      { text: ', please.' },
    ])
    expect(linksOf('www.zoo.de und museum-berlin.de/karte.')).toEqual([
      'https://www.zoo.de/',
      'https://museum-berlin.de/karte',
    ])
  })

  it.each([
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'ftp://example.org',
    'mailto:a@example.org',
    '//example.org/a',
    'a@example.org',
    'Das ist gut.es geht weiter',
    'Version 2.10 and 3.14',
    'http://',
  ])('are not made of %s', text => {
    expect(linksOf(text)).toEqual([])
    expect(joined(text)).toBe(text)
  })

  it('never show another address than the one that opens', () => {
    const pieces = textPieces('https://evil.example/\u202emoc.elgoog.www end')
    expect(pieces.every(({ text, href }) => !href || !/[\u202a-\u202e\u2066-\u2069]/.test(text))).toBe(true)
  })

  it.each(hostileMessages)('of hostile text ($trick) are of the web and say where they go', ({ text }) => {
    for (const piece of textPieces(text)) {
      if (!piece.href) continue
      const { protocol, username, hostname } = new URL(piece.href)
      expect(protocol).toMatch(/^https?:$/)
      expect(username).toBe('')
      // Umlauts are written in the text and not in the address.
      if (!hostname.includes('xn--')) expect(piece.text.toLowerCase()).toContain(hostname)
    }
  })

  it('that are cut off open nothing', () => {
    expect(textPieces('See https://example.org/a', true)).toEqual([{ text: 'See https://example.org/a' }])
    expect(textPieces('https://example.org/a and', true)[0]?.href).toBe('https://example.org/a')
  })

  it.each(['a.', 'http://'])('are found quickly in 50,000 times %j', async piece => {
    const text = `${piece.repeat(50_000)}!`
    await expectCpuBelow(1000, () => textPieces(text))
  })
})

describe('a very long message', () => {
  it('shows its beginning, cut between words', () => {
    const shown = beginningOf('word '.repeat(4000))
    expect(shown.length).toBeGreaterThan(1500)
    expect(shown.length).toBeLessThan(2500)
    expect(shown.endsWith('word')).toBe(true)
    expect(beginningOf('line\n'.repeat(100)).split('\n')).toHaveLength(30)
  })

  it('is never cut within a character', () => {
    expect(beginningOf(`a${'🦊'.repeat(9000)}`).isWellFormed()).toBe(true)
  })

  it('is left alone where it is short', () => {
    const text = 'a\nb\n'.repeat(10)
    expect(beginningOf(text)).toBe(text)
  })
})

describe('emoji', () => {
  it.each(['👍', '🎉🎉 🎉', '👩‍🏫', '👍🏽', '🇩🇪', '❤️', '3️⃣'])('%s stands alone', text => {
    expect(isEmojiOnly(text)).toBe(true)
  })
  it.each(['', ' ', '7', 'ok 👍', '🎉🎉🎉🎉🎉🎉🎉'])('"%s" does not', text => {
    expect(isEmojiOnly(text)).toBe(false)
  })
})

describe('words looked for', () => {
  it('are marked whatever their case, also where they have signs', () => {
    expect(marksIn('Hall A, hall B', 'hall')).toEqual([
      [0, 4],
      [8, 12],
    ])
    expect(marksIn('x (a+b) x', '(A+B)')).toEqual([[2, 7]])
    expect(marksIn('anything', ' ')).toEqual([])
  })

  it('may have any sign in them', () => {
    for (let code = 0x21; code < 0x7f; code += 1) {
      const sign = String.fromCharCode(code)
      expect(marksIn(`1${sign}2`, `1${sign}2`)).toEqual([[0, 3]])
    }
  })

  it('are marked without accents, as they are found', () => {
    expect(marksIn('Die Übung', 'ubung')).toEqual([[4, 9]])
    expect(marksIn('Die U\u0308bung', 'übung')).toEqual([[4, 10]])
    expect(marksIn('Cafe\u0301 2', 'cafe')).toEqual([[0, 5]])
    expect(marksIn('🎉 Größe, Maß', 'SS')).toEqual([
      [6, 7],
      [12, 13],
    ])
    expect(marksIn('ß', 's')).toEqual([[0, 1]])
  })
})
