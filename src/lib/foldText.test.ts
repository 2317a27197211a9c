import { expect, it } from 'vitest'
import { foldText, hasWords, splitSearchWords, splitWords } from './foldText.ts'

it('foldText and splitWords fold case, accents and ß', () => {
  for (const text of ['groß', 'GROẞ', 'GROSS', 'gross']) expect(foldText(text)).toBe('gross')
  expect(splitWords('  Zoë  ÖZ ')).toEqual(['zoe', 'oz'])
})

it.each([
  ['oeztuerk', 'Ayşe Öztürk'],
  ['ozturk', 'Ayşe Öztürk'],
  ['öztürk ayse', 'Ayşe Öztürk'],
  ['mueller', 'Lena Müller'],
  ['Müller', 'Lena Mueller'],
  ['MU\u0308LLER', 'Lena Mueller'],
  ['gross', 'Jan Groß'],
])('%s finds %s', (text, name) => expect(hasWords(foldText(name), splitSearchWords(text))).toBe(true))

it('finds no other name', () => {
  expect(hasWords(foldText('Lena Möller'), splitSearchWords('mueller'))).toBe(false)
  expect(hasWords(foldText('Lena Müller'), splitSearchWords('mueller tom'))).toBe(false)
})
