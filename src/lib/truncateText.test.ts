import { expect, it } from 'vitest'
import { findCharacterStart, takeCharacters, truncateText } from './truncateText.ts'

const characters = ['🦊', '👩‍🏫', '👨‍👩‍👧‍👦', '👍🏽', '🇩🇪', '❤️', '3️⃣', 'e\u0301', '🏴󠁧󠁢󠁥󠁮󠁧󠁿']

it.each(characters)('truncateText cuts before %s and never inside it', character => {
  const text = `ab${character}c`
  for (let max = 2; max <= text.length; max += 1) {
    const wanted = max < 2 + character.length ? 'ab' : text.slice(0, max)
    expect(truncateText(text, max)).toBe(wanted)
    expect(truncateText(text, max, '…')).toBe(wanted === text ? text : `${wanted}…`)
  }
  expect(takeCharacters(text, 3)).toBe(`ab${character}`)
  expect(takeCharacters(character, 3)).toBe(character)
})

it('truncateText cuts a row of flags between two flags', () => {
  expect(truncateText('🇩🇪🇫🇷🇵🇱'.repeat(200), 402)).toBe('🇩🇪🇫🇷🇵🇱'.repeat(200).slice(0, 400))
})

it('truncateText does not change a short text', () => {
  expect(truncateText('🦊', 2, '…')).toBe('🦊')
  expect(truncateText('', 0, '…')).toBe('')
})

it('truncateText cuts an endless grapheme between two code points', () => {
  const endless = `a${'\u0301'.repeat(50_000)}`
  expect(truncateText(endless, 60)).toHaveLength(60)
  expect(truncateText('🦊\u200d'.repeat(50_000), 4000).isWellFormed()).toBe(true)
})

it('findCharacterStart finds the start of a grapheme at a large offset', () => {
  const text = `${'x'.repeat(30_000)}👩‍🏫`
  expect(findCharacterStart(text, 30_003)).toBe(30_000)
  expect(findCharacterStart(text, text.length)).toBe(text.length)
})
