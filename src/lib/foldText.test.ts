import { expect, it } from 'vitest'
import { foldText, splitWords } from './foldText.ts'

it('foldText and splitWords fold case, accents and ß', () => {
  for (const text of ['groß', 'GROẞ', 'GROSS', 'gross']) expect(foldText(text)).toBe('gross')
  expect(splitWords('  Zoë  ÖZ ')).toEqual(['zoe', 'oz'])
})
