import { expect, it } from 'vitest'
import { hashText } from './hashText.ts'

it('is the same on every device, because it is stored', () => {
  expect(hashText('')).toBe('wvjl67o803')
  expect(hashText('neat work.')).toBe('1jr14fpte3y')
})

it('differs for similar texts', () => {
  const texts = Array.from({ length: 20_000 }, (_, at) => `sentence ${at}.`)
  expect(new Set(texts.map(hashText)).size).toBe(texts.length)
})
