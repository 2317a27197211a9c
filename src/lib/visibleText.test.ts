import { expect, it } from 'vitest'
import { hasVisibleCharacter } from './visibleText.ts'

it.each(['a', 'ß', '一', '🙂', '-', 'क्‍ष', '\u200b1'])('%j has a visible character', text => {
  expect(hasVisibleCharacter(text)).toBe(true)
})

it.each(['', ' ', '\u00a0', '\u200b\u200d', '\u3164', '\u2800', '\u0301', '\u202e', '\ufe0f', '\ue000'])(
  '%j has none',
  text => {
    expect(hasVisibleCharacter(text)).toBe(false)
  },
)
