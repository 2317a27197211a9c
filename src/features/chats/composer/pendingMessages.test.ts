import { expect, it } from 'vitest'
import type { Message } from '../../../contract/messages.ts'
import type { Write } from '../../../outbox/queue/Writes.ts'
import { createMessageEntries, type PollToSend, type TextToSend } from '../messageWrite.ts'
import { getOutboxMessages, isIncludedIn } from './pendingMessages.ts'

const file = (name: string) => ({ id: `kept ${name}`, name, type: '', size: 7 })

/** Returns the outbox entries of one message. */
function writes(key: string, message: TextToSend | PollToSend, ...states: Write['state'][]): Write[] {
  return createMessageEntries(1, message, { newest: 9 }, key).map(({ kind, entry }, index) => {
    const state = states[index] ?? 'waiting'
    return {
      id: `${key} ${index}`,
      kind: kind.name,
      lane: entry.lane,
      group: entry.group,
      state,
      input: entry.input,
      base: 'base' in entry ? entry.base : undefined,
      createdAt: 5,
      notBefore: 0,
      error: undefined,
      remote: undefined,
      result: state === 'done' ? { id: 12 } : undefined,
      doneAt: state === 'done' ? 6 : undefined,
    }
  })
}
const summarize = (all: Write[]) =>
  getOutboxMessages(all).map(({ text, state, isBlockedByFailed }) => [text, state, isBlockedByFailed])

it('distinguishes the sending message from waiting ones', () => {
  const all = [...writes('a', { text: 'One' }, 'sending'), ...writes('b', { text: 'Two' })]
  expect(summarize(all)).toEqual([
    ['One', 'sending', false],
    ['Two', 'waiting', false],
  ])
})

it('marks a message as waiting behind a blocked one', () => {
  const all = [...writes('a', { text: 'One' }, 'uncertain'), ...writes('b', { text: 'Two' })]
  expect(summarize(all)).toEqual([
    ['One', 'uncertain', false],
    ['Two', 'waiting', true],
  ])
})

it('combines a message and its files, with the state of each file', () => {
  const message = { text: 'The plans', files: [file('a.pdf'), file('b.pdf'), file('c.pdf')] }
  const [one] = getOutboxMessages(writes('a', message, 'done', 'failed'))
  expect(one).toMatchObject({ state: 'failed', isFileRefused: true, storedFiles: message.files })
  expect(one?.files).toEqual([
    { name: 'a.pdf', size: 7, state: 'sent' },
    { name: 'b.pdf', size: 7, state: 'failed' },
    { name: 'c.pdf', size: 7, state: 'waiting' },
  ])
})

it('returns the ID of a sent message, which does not block others', () => {
  const all = [...writes('a', { text: 'One' }, 'done'), ...writes('b', { text: 'Two' })]
  expect(getOutboxMessages(all).map(({ arrived }) => arrived)).toEqual([{ id: 12, doneAt: 6 }, undefined])
  expect(summarize(all)[1]).toEqual(['Two', 'sending', false])
})

it('returns the poll with its options', () => {
  const poll = { text: 'Which film?', options: ['Krabat', 'The Wave'], is_anonymous: false }
  const [one] = getOutboxMessages(writes('a', { ...poll, is_multiple_choice: true }))
  expect(one?.poll).toEqual({ ...poll, is_multiple_choice: true })
})

const own = (id: number, text: string): Message => ({
  ...{ id, chat_id: 1, user: { id: 5, name: 'Mika Sommer' }, text, has_files: false, meta_type: null },
  ...{ sent_at: '2026-11-18 08:20:00', is_own: true, reactions: [] },
})
/** IDs of the entries that are found among messages read at `readAt`. They are sent at 10 ms. */
const findIncludedIds = (all: Write[], rows: Message[], readAt = 20) =>
  getOutboxMessages(all)
    .filter(one =>
      isIncludedIn(one, rows, readAt, ({ id }) =>
        all
          .slice(
            0,
            all.findIndex(write => write.id === id),
          )
          .filter(({ state }) => state === 'done')
          .map(({ result, doneAt = 0 }) => ({ result, doneAt })),
      ),
    )
    .map(({ id }) => id)
const interrupted = (key: string, state: Write['state']) =>
  writes(key, { text: 'Yes' }, state).map(write => ({ ...write, sentAt: 10, firstSentAt: 10 }))

it('finds a message without response in a later read', () => {
  expect(findIncludedIds(interrupted('a', 'sending'), [own(9, 'Yes')])).toEqual([])
  expect(findIncludedIds(interrupted('a', 'sending'), [own(9, 'Yes'), own(10, ' Yes\r\n')])).toEqual(['a'])
  expect(findIncludedIds(interrupted('a', 'sending'), [own(10, 'Yes')], 10)).toEqual([])
  expect(findIncludedIds(writes('a', { text: 'Yes' }, 'sending'), [own(10, 'Yes')])).toEqual([])
})

it('matches the first of two equal messages, and no message of another device', () => {
  const alike = [...interrupted('a', 'sending'), ...writes('b', { text: 'Yes' })]
  expect(findIncludedIds(alike, [own(10, 'Yes')])).toEqual(['a'])
  expect(
    findIncludedIds(
      [...writes('a', { text: 'Yes' }, 'done'), ...interrupted('b', 'sending')],
      [own(12, 'Yes')],
    ),
  ).toEqual([])
  expect(findIncludedIds(interrupted('a', 'sending'), [own(10, 'Yes'), own(11, 'Yes')])).toEqual([])
})

it('finds a message in the state uncertain, but not in the state failed', () => {
  expect(findIncludedIds(interrupted('a', 'uncertain'), [own(10, 'Yes')])).toEqual(['a'])
  expect(findIncludedIds(interrupted('a', 'uncertain'), [own(10, 'Yes'), own(11, 'Yes')])).toEqual([])
  expect(findIncludedIds(interrupted('a', 'failed'), [own(10, 'Yes')])).toEqual([])
})
