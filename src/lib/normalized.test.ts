import { expect, it } from 'vitest'
import { longTexts } from '../testing/longTexts.ts'
import { folded } from './folded.ts'
import { normalized } from './normalized.ts'

it('is what Unicode says', () => {
  expect(normalized('A\u0308ﬃ', 'NFC')).toBe('Äﬃ')
  expect(normalized('Äﬃ', 'NFKD')).toBe('A\u0308ffi')
  const accents = 'o\u0315\u0323\u0301'
  expect(normalized(accents, 'NFC')).toBe('\u1ecd\u0301\u0315')
})

it.each(longTexts)('takes no time for %s', (_trick, text) => {
  const begun = performance.now()
  const forms = (['NFC', 'NFD', 'NFKC', 'NFKD'] as const).map(form => normalized(text, form))
  expect(forms.every(form => form.length > 0)).toBe(true)
  expect(folded(text).length).toBeGreaterThanOrEqual(0)
  expect(performance.now() - begun).toBeLessThan(3000)
})
