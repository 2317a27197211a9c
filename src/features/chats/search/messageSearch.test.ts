import { expect, it } from 'vitest'
import type { Message } from '../../../contract/messages.ts'
import { createMessageSearch } from './SearchBar.tsx'

const message = (id: number, text: string, changes: Partial<Message> = {}): Message => ({
  id,
  chat_id: 1,
  user: { id: 2, name: 'Omar Ruiz' },
  text,
  has_files: false,
  meta_type: null,
  sent_at: '2026-11-18 08:00:00',
  is_own: false,
  reactions: [],
  ...changes,
})
const never = new AbortController().signal

it('searches text, sender, files and polls, newest first', async () => {
  const { find } = createMessageSearch()
  const file = { id: 1, name: 'Ausflug Münster.pdf' }
  const rows = [
    message(1, 'Die Übung ist kurz'),
    message(2, 'Nothing', { user: { id: 3, name: 'René Übler' } }),
    message(3, '', { files: [{ ...fileFacts, ...file }] }),
    message(4, 'Film?', {
      poll: {
        ...{ id: 1, is_anonymous: false, is_multiple_choice: false },
        options: [{ id: 1, text: 'Ubu roi' }],
      },
    }),
    message(5, 'two\nlines'),
  ]
  expect(await find(rows, 'UBU', never)).toEqual([4, 1])
  expect(await find(rows, ' ubler ', never)).toEqual([2])
  expect(await find(rows, 'munster.pdf', never)).toEqual([3])
  expect(await find(rows, 'omar', never)).toEqual([5, 4, 3, 1])
  expect(await find([message(6, 'secret', { is_hidden: true })], 'secret', never)).toEqual([])
  // A match does not extend from the text into the sender’s name.
  expect(await find(rows, 'kurz omar', never)).toEqual([])
  expect(await find(rows, '  ', never)).toEqual([])
})

const fileFacts = {
  content_type: 'application/pdf',
  size: 1,
  related_to: '',
  uploaded: null,
  url: '',
  preview_url: null,
  download_url: '',
  can_delete: false,
  hash: '',
  sha1_checksum: '',
  human_size: '',
}

it('yields to the event loop every few ms', async () => {
  const rows = Array.from({ length: 50_000 }, (_, at) =>
    message(at + 1, `Nächste Stunde Nr. ${at} im Raum B12, bitte den Zirkel mitbringen.`),
  )
  let clock = 0
  let read = 0
  let longest = 0
  const { find } = createMessageSearch({
    now: () => {
      read += 1
      clock += 0.25
      return clock
    },
    yieldControl: async () => {
      longest = Math.max(longest, read)
      read = 0
    },
  })
  const found = await find(rows, 'nachste stunde nr. 4999', never)
  expect(found?.length).toBe(11)
  expect(found?.[0]).toBe(50_000)
  expect(longest).toBeLessThan(40)
})

it('stops when another search starts', async () => {
  const rows = Array.from({ length: 1000 }, (_, at) => message(at + 1, 'words'))
  const over = new AbortController()
  let clock = 0
  const { find } = createMessageSearch({
    // Each message takes 20 ms.
    now: () => {
      clock += 20
      return clock
    },
    yieldControl: async () => over.abort(),
  })
  expect(await find(rows, 'words', over.signal)).toBeUndefined()
})

it('prepares an unchanged message once', async () => {
  const { find } = createMessageSearch()
  let reads = 0
  const counted = (text: string) => ({
    ...message(1, ''),
    get text() {
      reads += 1
      return text
    },
  })
  const rows = [counted('one'), message(2, 'two')]
  await find(rows, 'one', never)
  const once = reads
  await find(rows, 'on', never)
  expect(reads).toBe(once)
  expect(await find([message(1, 'other')], 'other', never)).toEqual([1])
})
