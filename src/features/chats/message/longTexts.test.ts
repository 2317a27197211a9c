import { describe, expect, it } from 'vitest'
import type { Message } from '../../../contract/messages.ts'
import { expectCpuBelow } from '../../../testing/cpuTime.ts'
import { longTexts } from '../../../testing/longTexts.ts'
import { parseLinks } from '../../../ui/links/parseLinks.ts'
import { createMessageSearch } from '../search/SearchBar.tsx'
import { findMatches, getPreviewText, isEmojiOnly } from './MessageText.tsx'

/** CPU time in ms: 100 times the measured one, a tenth of quadratic growth. */
const maxCpu = 3000

const message = (text: string): Message => ({
  id: 1,
  chat_id: 1,
  user: { id: 2, name: text },
  text,
  has_files: false,
  meta_type: null,
  sent_at: '2026-11-18 08:00:00',
  is_own: true,
  reactions: [],
})

describe.each(longTexts)('120,000 characters of %s', (_trick, text) => {
  it('are searched for links and emoji in linear time', async () => {
    await expectCpuBelow(maxCpu, () => {
      const pieces = parseLinks(text)
      expect(pieces.map(piece => piece.text).join('').length).toBe(text.length)
      expect(isEmojiOnly(text)).toBe(false)
      expect(getPreviewText(text).length).toBeLessThan(2500)
    })
  })

  it('are searched for a phrase in linear time', async () => {
    for (const phrase of [text.slice(0, 1), text.slice(1, 4), 'example']) {
      await expectCpuBelow(maxCpu, async () => {
        const { find } = createMessageSearch()
        await find([message(text)], phrase, new AbortController().signal)
        const marks = findMatches(text, phrase)
        expect(marks.every(([start, end]) => start < end)).toBe(true)
      })
    }
  })
})
