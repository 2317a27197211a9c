import { expect, it } from 'vitest'
import { Document } from '../../../contract/documents.ts'
import type { Message } from '../../../contract/messages.ts'
import { getSentFiles } from '../info/ChatInfo.tsx'
import { getViewerFiles } from './MessageFilesViewer.tsx'

const message = (id: number, ...files: number[]): Message => ({
  id,
  chat_id: 1,
  user: { id: 7, name: 'Omar Ruiz' },
  text: '',
  has_files: files.length > 0,
  meta_type: null,
  sent_at: '2026-11-18 09:00:00',
  is_own: false,
  reactions: [],
  files: files.map(file => Document.parse({ id: file, name: `${file}.pdf` })),
})
const idsOf = (messages: readonly Message[], shown: number) =>
  getViewerFiles(messages, shown).map(({ id }) => id)

it('returns files in message order', () => {
  expect(idsOf([message(1, 5, 3), message(2), message(3, 9)], 3)).toEqual([5, 3, 9])
})

it('omits files of hidden messages', () => {
  const messages = [message(1, 5), { ...message(2, 6), text: 'Secret', is_hidden: true }, message(3, 7)]
  expect(idsOf(messages, 5)).toEqual([5, 7])
  expect(getSentFiles(messages).map(({ file }) => file.id)).toEqual([7, 5])
})

it('returns the 60 files around the shown one', () => {
  const messages = Array.from({ length: 500 }, (_, index) => message(index + 1, index + 1))
  for (const shown of [1, 250, 500]) {
    const ids = idsOf(messages, shown)
    expect(ids).toHaveLength(60)
    expect(ids).toContain(shown)
  }
})
