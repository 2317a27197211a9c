import { expect, it } from 'vitest'
import { expectCpuBelow } from '../testing/cpuTime.ts'
import { longTexts } from '../testing/longTexts.ts'
import { isSameText } from './normalizeText.ts'

it.each(longTexts)('compares 120,000 characters of %s quickly', async (_trick, text) => {
  await expectCpuBelow(3000, () => {
    expect(isSameText(text, `${text}\r\n`)).toBe(true)
    expect(isSameText(text, `${text}x`)).toBe(false)
  })
})
