import { expect, it } from 'vitest'
import { expectCpuBelow } from '../testing/cpuTime.ts'
import { longTexts } from '../testing/longTexts.ts'
import { foldText } from './foldText.ts'
import { normalizeText } from './normalizeText.ts'

it('normalizeText returns the Unicode forms NFC and NFKD', () => {
  expect(normalizeText('A\u0308ﬃ', 'NFC')).toBe('Äﬃ')
  expect(normalizeText('Äﬃ', 'NFKD')).toBe('A\u0308ffi')
  const accents = 'o\u0315\u0323\u0301'
  expect(normalizeText(accents, 'NFC')).toBe('\u1ecd\u0301\u0315')
})

it.each(longTexts)(
  'normalizeText takes less than 3 s of CPU time for 120,000 characters of %s',
  async (_trick, text) => {
    await expectCpuBelow(3000, () => {
      const forms = (['NFC', 'NFD', 'NFKC', 'NFKD'] as const).map(form => normalizeText(text, form))
      expect(forms.every(form => form.length > 0)).toBe(true)
      expect(foldText(text).length).toBeGreaterThanOrEqual(0)
    })
  },
)
