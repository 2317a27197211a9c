import { expect, it } from 'vitest'
import { visibleCharacter } from './visibleText.ts'

it.each(['8b', '.', 'é', '中', '👍', '👩🏽‍🏫', 'می‌خواهم', '\u{e000}'])('%j is visible', text => {
  expect(visibleCharacter.test(text)).toBe(true)
})

it.each([
  '',
  ' ',
  '\u00a0',
  '\u200b\u200d',
  '\u00ad',
  '\u202e',
  '\u3164',
  '\u115f',
  '\u2800',
  '\ufe0f',
  '\u{e0001}',
  '\ud800',
])('%j is not visible', text => {
  expect(visibleCharacter.test(text)).toBe(false)
})
