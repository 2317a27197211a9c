import { expect, it } from 'vitest'
import { chatDraft, draftKey as chatKey } from '../../features/chats/messageQueue.ts'
import { chatLane } from '../../features/chats/messageWrite.ts'
import { newChatDraft } from '../../features/chats/newChat/newChatDraft.ts'
import { pollDraft } from '../../features/chats/polls/pollFields.ts'
import { coverDraft } from '../../features/day/cover/coverDraft.ts'
import { coverLane } from '../../features/day/cover/coverGrants.ts'
import { uploadLane } from '../../features/files/uploads/fileWrites.ts'
import {
  correctionDraft,
  getDraftKey as correctionKey,
} from '../../features/homework/correction/correctionDraft.ts'
import {
  homeworkDraft,
  getDraftKey as homeworkKey,
  getReuseDraftKey as reuseKey,
} from '../../features/homework/form/homeworkDraft.ts'
import { papersDraft } from '../../features/homework/papers/papersDraft.ts'
import { handInFileLane, handInLane } from '../../features/homework/progress/handInStates.ts'
import { correctionLane } from '../../features/homework/progress/returnStates.ts'
import { handInDraft } from '../../features/homework/task/handInWrite.ts'
import { parseDraftKey, parseLane } from './useWriteDescriptions.ts'

it('reads the lanes of homework', () => {
  expect(parseLane(correctionLane(5, 17))).toEqual({ kind: 'homework', todoId: 5, userId: 17 })
  expect(parseLane(handInLane(5))).toEqual({ kind: 'homework', todoId: 5, userId: undefined })
  expect(parseLane(handInFileLane(5, 'a-file'))).toEqual({ kind: 'homework', todoId: 5, userId: undefined })
})

it('reads the lanes of chats', () => {
  expect(parseLane(chatLane(3))).toEqual({ kind: 'chat', chatId: 3 })
})

it('reads the lanes of uploads', () => {
  expect(parseLane(uploadLane(1, 'a-file'))).toEqual({ kind: 'upload', courseId: 1 })
})

it('reads the lanes of access for a covering colleague', () => {
  const lane = coverLane('2026-11-18', 3, { field: 'todo_id', id: 5 })
  expect(parseLane(lane)).toEqual({ kind: 'coverGrant', date: '2026-11-18' })
})

it.each(['chat/', 'chat/3/4', 'correction/5', 'correction/5/17/1', 'hand-in/', 'upload/1', ''])(
  'returns undefined for %s',
  lane => {
    expect(parseLane(lane)).toBeUndefined()
  },
)

it('reads the keys of drafts', () => {
  const read = ({ name }: { name: string }, key: string) => parseDraftKey({ kind: name, key })
  expect(read(chatDraft, chatKey(3))).toEqual({ kind: 'message', chatId: 3 })
  expect(read(pollDraft, '3')).toEqual({ kind: 'poll', chatId: 3 })
  expect(read(handInDraft, '5')).toEqual({ kind: 'handIn', todoId: 5 })
  expect(read(papersDraft, '5')).toEqual({ kind: 'papers', todoId: 5 })
  expect(read(correctionDraft, correctionKey(5, 17))).toEqual({ kind: 'correction', todoId: 5, userId: 17 })
  expect(read(newChatDraft, 'new')).toEqual({ kind: 'newChat', draft: 'new' })
  expect(read(coverDraft, '2026-11-18')).toEqual({ kind: 'coverSheet', date: '2026-11-18' })
  expect(read(homeworkDraft, homeworkKey(1))).toEqual({ kind: 'newHomework', courseId: 1 })
  expect(read(homeworkDraft, reuseKey(1, 5))).toEqual({ kind: 'newHomework', courseId: 1, from: '5' })
  expect(read(homeworkDraft, homeworkKey(1, 5))).toEqual({ kind: 'homework', courseId: 1, homeworkId: 5 })
})

it.each([
  ['chatDraft', 'x'],
  ['chatDraft', '3/4'],
  ['correction', '5/new'],
  ['coverSheet', '5'],
  ['homework', '1'],
  ['homework', '1/2/3'],
  ['correction', '5/new/3'],
  ['another', '1/2'],
])('returns undefined for the draft %s %s', (kind, key) => {
  expect(parseDraftKey({ kind, key })).toBeUndefined()
})
