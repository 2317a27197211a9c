import { expect, it } from 'vitest'
import { longTexts } from '../../../testing/longTexts.ts'
import { sameText } from './correctionDraft.ts'

it.each(longTexts)('two versions of 120,000 characters of %s are soon compared', (_trick, text) => {
  const begun = performance.now()
  expect(sameText(text, `${text}\r\n`)).toBe(true)
  expect(sameText(text, `${text}x`)).toBe(false)
  expect(performance.now() - begun).toBeLessThan(3000)
})
