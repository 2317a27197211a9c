import { expect, it } from 'vitest'
import type { Message } from '../../contract/messages.ts'
import { fc } from '../../testing/fastCheck.ts'
import { createQuote, findQuotedId, getAnswer, joinQuote, splitQuote } from './quote.ts'

const messageOf = (text: string, name = 'Jana Albrecht', id = 1): Message => ({
  ...{ id, chat_id: 1, user: { id: 2, name }, text, has_files: false, meta_type: null },
  ...{ sent_at: '2026-11-18 08:20:00', is_own: false, reactions: [] },
})
const quoteOf = (text: string, name?: string) => createQuote(messageOf(text, name))

it('writes a quote as text that other apps display', () => {
  const quote = quoteOf('  Bring your set squares.\n\nAnd a ruler. ')
  expect(joinQuote(quote, 'I will.')).toBe(
    '> Jana Albrecht: Bring your set squares.\n> And a ruler.\n\nI will.',
  )
  expect(joinQuote(quote, '')).toBe('> Jana Albrecht: Bring your set squares.\n> And a ruler.')
  expect(joinQuote(undefined, 'I will.')).toBe('I will.')
})

it.each([
  '> Jana Albrecht: One\r\n> Two\r\n\r\nYes.\r\n',
  '> Jana Albrecht: One\n> Two\n\nYes.',
  '> Jana Albrecht: One\n> Two\n\n\nYes.',
])('reads the quote of %j', text => {
  expect(splitQuote(text)).toEqual({
    quote: { author: 'Jana Albrecht', text: 'One\nTwo' },
    answer: 'Yes.',
  })
})

it.each([
  'No quote',
  '> No author\n\nYes.',
  '> : No author\n\nYes.',
  '>Jana: no space\n\nYes.',
  ' > Jana: space in front\n\nYes.',
  '> Jana: no empty line\nYes.',
  '> Jana:  \n\nYes.',
  '> Jana: 1\n> 2\n> 3\n> 4\n> 5\n\nYes.',
  `> Jana: ${'x'.repeat(281)}\n\nYes.`,
  `> ${'x'.repeat(81)}: One\n\nYes.`,
])('reads no quote in %j', text => {
  expect(splitQuote(text)).toEqual({ answer: text })
})

it('reads long texts without delay', () => {
  for (const part of ['> ', ' ', '\n> ', ': ', '\n']) {
    const text = `> Jana: ${part.repeat(1_000_000)}x`
    expect(splitQuote(text).answer).toBe(text)
  }
})

it('shortens a long text, and leaves out a quote in it', () => {
  expect(quoteOf('1\n2\n3\n4\n5')?.text).toBe('1\n2\n3\n4…')
  const long = quoteOf('word '.repeat(100))
  expect(long?.text).toMatch(/^word word .*…$/)
  expect(long?.text.length).toBeLessThanOrEqual(280)
  expect(quoteOf('> Omar Ruiz: When?\n\nAt eight.')?.text).toBe('At eight.')
  expect(quoteOf('> from another app\nAt eight.')?.text).toBe('At eight.')
  expect(quoteOf('> from another app')?.text).toBe('> from another app')
  expect(quoteOf(' \n')).toBeUndefined()
})

it.each(['Jana: Albrecht', 'Jana:: Albrecht', 'Jana :: : Albrecht:', ':: :'])(
  'reads the quote of an author named %j',
  name => {
    const quote = quoteOf('Yes.', name)
    expect(splitQuote(joinQuote(quote, 'No.'))).toEqual({ quote, answer: 'No.' })
  },
)

it('parses its own output for any text and name', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 600 }),
      fc.string({ unit: fc.constantFrom(':', ' ', 'a', '>', '\n', '😀', '\u202e'), maxLength: 120 }),
      fc.array(fc.constantFrom('> ', '\n', '\r\n', ': ', 'word', 'x'.repeat(90), '…')),
      (answer, name, parts) => {
        const quote = quoteOf(parts.join(''), name)
        if (!quote) return
        const sent = joinQuote(quote, answer.trim())
        const lineEnds = answer.replaceAll(/\r\n?/g, '\n').trim()
        expect(splitQuote(sent)).toEqual({ quote, answer: lineEnds })
      },
    ),
  )
})

it('finds the nearest earlier message of the same author and text', () => {
  const messages = [
    messageOf('Yes.', 'Jana Albrecht', 1),
    messageOf('Yes.', 'Jana Albrecht', 2),
    messageOf('Yes.', 'Omar Ruiz', 3),
    { ...messageOf('Yes.', 'Jana Albrecht', 4), is_hidden: true },
    messageOf('Yes. And no.', 'Jana Albrecht', 5),
    messageOf('> Jana Albrecht: Yes.\n\nReally?', 'Omar Ruiz', 6),
    messageOf('Yes.', 'Jana Albrecht', 7),
  ]
  expect(findQuotedId(messages, 5, { author: 'Jana Albrecht', text: 'Yes.' })).toBe(2)
  expect(findQuotedId(messages, 1, { author: 'Jana Albrecht', text: 'Yes.' })).toBe(1)
  expect(findQuotedId(messages, 0, { author: 'Jana Albrecht', text: 'Yes.' })).toBeNull()
  expect(findQuotedId(messages, -1, { author: 'Jana Albrecht', text: 'Yes.' })).toBeUndefined()
  expect(findQuotedId(messages, 6, { author: 'Omar Ruiz', text: 'Really?' })).toBe(6)
  const long = 'A long text. '.repeat(40)
  const quote = quoteOf(long)
  expect(quote && findQuotedId([messageOf(long, 'Jana Albrecht', 9)], 1, quote)).toBe(9)
})

it('does not know about messages before the nearest 5,000', () => {
  const messages = Array.from({ length: 5002 }, (_, index) => messageOf('Hi.', 'Omar Ruiz', index + 1))
  const quote = { author: 'Jana Albrecht', text: 'Yes.' }
  expect(findQuotedId(messages, 5000, quote)).toBeNull()
  expect(findQuotedId(messages, 5001, quote)).toBeUndefined()
})

it('returns the answer without the quote', () => {
  expect(getAnswer('> Jana Albrecht: When?\n\nAt eight.')).toBe('At eight.')
  expect(getAnswer('> Jana Albrecht: When?')).toBe('')
  expect(getAnswer('At eight.')).toBe('At eight.')
})
