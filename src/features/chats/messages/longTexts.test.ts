import { describe, expect, it } from 'vitest'
import type { Message } from '../../../contract/messages.ts'
import { longTexts } from '../../../testing/longTexts.ts'
import { seenIn } from '../composer/messageWrite.ts'
import { createMessageSearch } from '../search/SearchBar.tsx'
import { beginningOf, isEmojiOnly, marksIn, textPieces } from './MessageText.tsx'

/** Milliseconds: a hundred times what any of it takes on a machine at rest, a tenth of what it took where it grew by squares. */
const patience = 3000

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

async function took(work: () => unknown): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

describe.each(longTexts)('120,000 characters of %s', (_trick, text) => {
  it('are looked through for addresses and emoji', async () => {
    const found = await took(() => {
      const pieces = textPieces(text)
      expect(pieces.map(piece => piece.text).join('').length).toBe(text.length)
      expect(isEmojiOnly(text)).toBe(false)
      expect(beginningOf(text).length).toBeLessThan(2500)
    })
    expect(found).toBeLessThan(patience)
  })

  it('are searched, and what was found is marked', async () => {
    for (const phrase of [text.slice(0, 1), text.slice(1, 4), 'example']) {
      const searched = await took(async () => {
        const { find } = createMessageSearch()
        await find([message(text)], phrase, new AbortController().signal)
        const marks = marksIn(text, phrase)
        expect(marks.every(([start, end]) => start < end)).toBe(true)
      })
      expect(searched).toBeLessThan(patience)
    }
  })

  it('are compared with what the service has', async () => {
    const list = { rows: [message(text)], unreadable: 0 }
    const compared = await took(() => expect(seenIn(list, text).own).toHaveLength(1))
    expect(compared).toBeLessThan(patience)
  })
})
