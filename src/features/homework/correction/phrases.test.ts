import { describe, expect, it } from 'vitest'
import { fc } from '../../../testing/fastCheck.ts'
import {
  addPhrases,
  findPhrases,
  insertPhrase,
  maxPhrases,
  mergePhrases,
  type Phrase,
  rankPhrases,
  splitSentences,
} from './phrases.ts'

const day = 86_400_000
const now = 1000 * day
const phrase = (text: string, uses = 1, daysAgo = 0): Phrase => ({ text, uses, usedAt: now - daysAgo * day })
const texts = (phrases: readonly Phrase[]) => phrases.map(({ text }) => text)

describe('splitSentences', () => {
  it.each([
    ['Right and clearly written. Mind the units!', ['Right and clearly written.', 'Mind the units!']],
    ['Ask me about no. 5 in the next lesson.', ['Ask me about no. 5 in the next lesson.']],
    ['Nr. 4 ist falsch. Siehe S. 42 unten.', ['Nr. 4 ist falsch.', 'Siehe S. 42 unten.']],
    ['Rechne z. B. mit dem Hauptnenner.', ['Rechne z. B. mit dem Hauptnenner.']],
    ['1. Units\n2. Signs', ['1. Units', '2. Signs']],
    ['- Mind the signs.\n• Show every step.', ['Mind the signs.', 'Show every step.']],
    ['Why? Because “it is so.” Good.', ['Why?', 'Because “it is so.”', 'Good.']],
    ['12.5 of 15 points', ['12.5 of 15 points']],
    ['  \r\n\r\n ok\r\nab\r\n42\r\n', []],
    ['Übe das. Öfter!', ['Übe das.', 'Öfter!']],
    ['', []],
  ])('splits %j', (text, sentences) => expect(splitSentences(text)).toEqual(sentences))

  it('returns trimmed sentences of 3 to 200 characters', () => {
    expect(splitSentences('a'.repeat(200))).toHaveLength(1)
    expect(splitSentences('a'.repeat(201))).toEqual([])
    fc.assert(
      fc.property(fc.string(), text => {
        for (const sentence of splitSentences(text)) {
          expect(sentence).toBe(sentence.trim())
          expect(sentence.length).toBeGreaterThanOrEqual(3)
          expect(sentence.length).toBeLessThanOrEqual(200)
        }
      }),
    )
  })
})

describe('addPhrases', () => {
  it('counts once per correction, ignoring case and spaces', () => {
    const once = addPhrases([], 'Mind the  units.\nmind the units.', now)
    expect(once).toEqual([phrase('mind the units.')])
    const twice = addPhrases(once, 'Mind the units.\nNeat work.', now + day)
    expect(twice[0]).toEqual({ text: 'Mind the units.', uses: 2, usedAt: now + day })
    expect(texts(twice)).toEqual(['Mind the units.', 'Neat work.'])
  })

  it('omits the sentence of a correction that has only files', () => {
    expect(addPhrases([], 'Siehe die korrigierte Kopie.', now)).toEqual([])
  })

  it('drops the least used above the maximum', () => {
    const full = Array.from({ length: maxPhrases }, (_, index) => phrase(`Sentence ${index}.`, 2))
    const more = addPhrases(full, 'A new one.', now)
    expect(more).toHaveLength(maxPhrases)
    expect(texts(more)).not.toContain('A new one.')
  })
})

it('ranks by uses and recency', () => {
  expect(
    texts(rankPhrases([phrase('old', 3, 300), phrase('rare'), phrase('often', 9), phrase('some', 2)], now)),
  ).toEqual(['often', 'some', 'rare', 'old'])
})

it('merges lists without counting twice', () => {
  const merged = mergePhrases(
    [phrase('Neat work.', 3, 2)],
    [phrase('neat work.', 2, 1), phrase('Mind the units.')],
  )
  expect(merged).toEqual([phrase('neat work.', 3, 1), phrase('Mind the units.')])
})

describe('findPhrases', () => {
  const known = [phrase('Show every step.'), phrase('Mind every unit.'), phrase('Eine saubere Lösung.')]
  it('finds all words ignoring case and accents', () => {
    expect(texts(findPhrases(known, ''))).toEqual(texts(known))
    expect(texts(findPhrases(known, 'every'))).toEqual(['Show every step.', 'Mind every unit.'])
    expect(texts(findPhrases(known, 'mi'))).toEqual(['Mind every unit.'])
    expect(texts(findPhrases(known, 'losung SAU'))).toEqual(['Eine saubere Lösung.'])
    expect(findPhrases(known, 'xyz')).toEqual([])
  })
})

describe('insertPhrase', () => {
  const at = (text: string, start: number, end = start) => insertPhrase(text, { start, end }, 'Neat.')
  it('adds necessary spaces, and returns the cursor position', () => {
    expect(at('', 0)).toEqual({ inserted: 'Neat.', text: 'Neat.', cursor: 5 })
    expect(at('Good.', 5).text).toBe('Good. Neat.')
    expect(at('Good. ', 6).text).toBe('Good. Neat.')
    expect(at('Good.\n', 6).text).toBe('Good.\nNeat.')
    expect(at('Good.More.', 5)).toEqual({ inserted: ' Neat. ', text: 'Good. Neat. More.', cursor: 12 })
    expect(at('Good bad.', 5, 8).text).toBe('Good Neat..')
  })
})
