import { expect, it } from 'vitest'
import { folded, wordsOf } from './folded.ts'

it('folded and wordsOf fold case, accents, and every way to write ß', () => {
  for (const text of ['groß', 'GROẞ', 'GROSS', 'gross']) expect(folded(text)).toBe('gross')
  expect(wordsOf('  Zoë  ÖZ ')).toEqual(['zoe', 'oz'])
})
