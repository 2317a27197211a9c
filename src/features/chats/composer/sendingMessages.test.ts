import { expect, it } from 'vitest'
import type { Write } from '../../../outbox/Writes.ts'
import { messageEntries, type PollToSend, type TextToSend } from './messageEntries.ts'
import { sendingMessages } from './sendingMessages.ts'

const file = (name: string) => ({ id: `kept ${name}`, name, type: '', size: 7 })

/** The writes of one message, in these states. */
function writes(key: string, message: TextToSend | PollToSend, ...states: Write['state'][]): Write[] {
  return messageEntries(1, message, { newest: 9 }, key).map(({ kind, entry }, index) => {
    const state = states[index] ?? 'waiting'
    return {
      id: `${key} ${index}`,
      kind: kind.name,
      lane: entry.lane,
      group: entry.group,
      state,
      input: entry.input,
      opened: 'opened' in entry ? entry.opened : undefined,
      createdAt: 5,
      notBefore: 0,
      error: undefined,
      theirs: undefined,
      after: state === 'done' ? { newest: 12, own: [{ id: 12, text: '', hasFiles: false }] } : undefined,
      doneAt: state === 'done' ? 6 : undefined,
    }
  })
}
const shown = (all: Write[]) =>
  sendingMessages(all).map(({ text, state, waitsForAbove }) => [text, state, waitsForAbove])

it('tells one that goes from those that wait for their turn', () => {
  const all = [...writes('a', { text: 'One' }, 'sending'), ...writes('b', { text: 'Two' })]
  expect(shown(all)).toEqual([
    ['One', 'sending', false],
    ['Two', 'waiting', false],
  ])
})

it('says of what follows one that stands still that it waits for it', () => {
  const all = [...writes('a', { text: 'One' }, 'uncertain'), ...writes('b', { text: 'Two' })]
  expect(shown(all)).toEqual([
    ['One', 'uncertain', false],
    ['Two', 'waiting', true],
  ])
})

it('takes a message and its files for one, and says which file is how far', () => {
  const message = { text: 'The plans', files: [file('a.pdf'), file('b.pdf'), file('c.pdf')] }
  const [one] = sendingMessages(writes('a', message, 'done', 'failed'))
  expect(one).toMatchObject({ state: 'failed', fileRefused: true, kept: message.files })
  expect(one?.files).toEqual([
    { name: 'a.pdf', size: 7, state: 'sent' },
    { name: 'b.pdf', size: 7, state: 'failed' },
    { name: 'c.pdf', size: 7, state: 'waiting' },
  ])
})

it('knows what a message became, and holds nothing up for it', () => {
  const all = [...writes('a', { text: 'One' }, 'done'), ...writes('b', { text: 'Two' })]
  expect(sendingMessages(all).map(({ arrived }) => arrived)).toEqual([{ id: 12, doneAt: 6 }, undefined])
  expect(shown(all)[1]).toEqual(['Two', 'sending', false])
})

it('shows a poll with its answers', () => {
  const poll = { text: 'Which film?', options: ['Krabat', 'The Wave'], is_anonymous: false }
  const [one] = sendingMessages(writes('a', { ...poll, is_multiple_choice: true }))
  expect(one?.poll).toEqual({ ...poll, is_multiple_choice: true })
})
