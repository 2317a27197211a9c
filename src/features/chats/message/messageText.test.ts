import { describe, expect, it } from 'vitest'
import { findMatches, getPreviewText, isEmojiOnly } from './MessageText.tsx'

describe('a very long message', () => {
  it('is cut between words', () => {
    const shown = getPreviewText('word '.repeat(4000))
    expect(shown.length).toBeGreaterThan(1500)
    expect(shown.length).toBeLessThan(2500)
    expect(shown.endsWith('word')).toBe(true)
    expect(getPreviewText('line\n'.repeat(100)).split('\n')).toHaveLength(30)
  })

  it('is never cut within a character', () => {
    expect(getPreviewText(`a${'🦊'.repeat(9000)}`).isWellFormed()).toBe(true)
    expect(getPreviewText(`a${'👩‍🏫'.repeat(4000)}`)).toMatch(/^a(?:👩‍🏫)+$/u)
  })

  it('is not cut if short', () => {
    const text = 'a\nb\n'.repeat(10)
    expect(getPreviewText(text)).toBe(text)
  })
})

describe('isEmojiOnly', () => {
  it.each(['👍', '🎉🎉 🎉', '👩‍🏫', '👍🏽', '🇩🇪', '❤️', '3️⃣'])('is true for %s', text => {
    expect(isEmojiOnly(text)).toBe(true)
  })
  it.each(['', ' ', '7', 'ok 👍', '🎉🎉🎉🎉🎉🎉🎉'])('is false for "%s"', text => {
    expect(isEmojiOnly(text)).toBe(false)
  })
})

describe('search matches', () => {
  it('ignore case, also with special characters', () => {
    expect(findMatches('Hall A, hall B', 'hall')).toEqual([
      [0, 4],
      [8, 12],
    ])
    expect(findMatches('x (a+b) x', '(A+B)')).toEqual([[2, 7]])
    expect(findMatches('anything', ' ')).toEqual([])
  })

  it('may contain any ASCII punctuation or letter', () => {
    for (let code = 0x21; code < 0x7f; code += 1) {
      const sign = String.fromCharCode(code)
      expect(findMatches(`1${sign}2`, `1${sign}2`)).toEqual([[0, 3]])
    }
  })

  it('ignore accents', () => {
    expect(findMatches('Die Übung', 'ubung')).toEqual([[4, 9]])
    expect(findMatches('Die U\u0308bung', 'übung')).toEqual([[4, 10]])
    expect(findMatches('Cafe\u0301 2', 'cafe')).toEqual([[0, 5]])
    expect(findMatches('🎉 Größe, Maß', 'SS')).toEqual([
      [6, 7],
      [12, 13],
    ])
    expect(findMatches('ß', 's')).toEqual([[0, 1]])
  })
})
