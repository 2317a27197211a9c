import { describe, expect, it } from 'vitest'
import type { z } from 'zod/mini'
import {
  sampleChat,
  sampleDocument,
  sampleFile,
  sampleHomework,
  sampleLesson,
  sampleMessage,
  sampleSubmissionEntry,
} from '../testing/samples.ts'
import { Chat, NewChat, whyReadOnly } from './chats.ts'
import { Document } from './documents.ts'
import { ClassFile, NewFile } from './files.ts'
import { canCorrect, Homework, HomeworkChanges, NewHomework } from './homework.ts'
import { Lesson } from './lessons.ts'
import { Me } from './me.ts'
import { Message, NewMessage, NewReaction, PollMessage, reactionsOf, Vote } from './messages.ts'
import { Correction, canHandIn, SubmissionEntry } from './submissions.ts'

const accepts = (schema: z.ZodMiniType, value: unknown) => schema.safeParse(value).success

describe('response schemas accept the variations of rules 18 and 19', () => {
  it.each<[string, z.ZodMiniType, Record<string, unknown>]>([
    ['lesson', Lesson, sampleLesson],
    ['document', Document, sampleDocument],
    ['homework', Homework, sampleHomework],
    ['submission entry', SubmissionEntry, sampleSubmissionEntry],
    ['chat', Chat, sampleChat],
    ['message', Message, sampleMessage],
    ['file', ClassFile, sampleFile],
  ])(
    '%s: require only fields of api.md, keep unknown fields, and parse their own output again',
    (...each) => {
      const [, schema, sample] = each
      const read = schema.parse({ ...sample, brand_new: [1] })
      expect(read).toMatchObject({ brand_new: [1] })
      expect(schema.parse(JSON.parse(JSON.stringify(read)))).toEqual(read)
    },
  )

  it('accept both datetime formats in any field', () => {
    for (const at of ['2026-11-18 07:40:00', '2026-11-18T07:40:00+01:00', '2026-11-18T06:40:00.000Z']) {
      expect(accepts(Message, { ...sampleMessage, sent_at: at })).toBe(true)
      expect(accepts(Chat, { ...sampleChat, created_at: at })).toBe(true)
      expect(accepts(Homework, { ...sampleHomework, until_datetime: at })).toBe(true)
    }
    expect(accepts(Message, { ...sampleMessage, sent_at: 'yesterday' })).toBe(false)
  })

  it('accept every spelling of rooms, badges, parent_id and files_allowed', () => {
    for (const rooms of [[], {}, null, undefined])
      expect(Lesson.parse({ ...sampleLesson, rooms }).rooms).toEqual({})
    for (const badges of [[], {}, { king: '♔' }]) expect(Me.parse({ id: 1, badges }).badges).toEqual(badges)
    const parents = [null, 0, '0', 4, '4', undefined, 'x', {}].map(
      parent_id => ClassFile.parse({ ...sampleFile, parent_id }).parent_id,
    )
    expect(parents).toEqual([null, null, null, 4, 4, null, null, null])
    const { files_allowed: _, ...chat } = sampleChat
    expect(Chat.parse({ ...chat, file_allowed: true }).files_allowed).toBe(true)
    expect(Chat.parse({ ...chat, files_allowed: true }).files_allowed).toBe(true)
    expect(Chat.parse(chat).files_allowed).toBe(false)
    expect(Chat.parse({ ...chat, file_allowed: true })).not.toHaveProperty('file_allowed')
  })

  it('treat an assumed field of another type as missing', () => {
    const message = Message.parse({ ...sampleMessage, poll: 'soon', files: [{}], has_poll: 1 })
    expect([message.poll, message.files, message.has_poll]).toEqual([undefined, undefined, undefined])
  })

  it('accept a document without checksums, but not without an ID', () => {
    expect(Document.parse({ id: 1, name: 'a.pdf' })).toMatchObject({ size: 0, preview_url: null })
    expect(accepts(Document, { ...sampleDocument, id: undefined })).toBe(false)
  })

  it('leave out reactions of an unknown shape', () => {
    const reactions = [{ emoji: '👍', count: 2, is_own: true }, 'heart', { emoji: '👍' }]
    expect(reactionsOf(Message.parse({ ...sampleMessage, reactions }))).toHaveLength(1)
  })
})

describe('request schemas are strict', () => {
  it('for homework', () => {
    const body = { lesson_id: 5, text: 'p. 42', until_datetime: '2026-11-24' }
    expect(NewHomework.parse(body)).toEqual({ ...body, note: '' })
    for (const wrong of [
      { text: ' ' },
      { until_datetime: '2026-11-24 08:00:00' },
      { until_datetime: '2026-02-30' },
    ]) {
      expect(accepts(NewHomework, { ...body, ...wrong })).toBe(false)
    }
    expect(HomeworkChanges.parse({ note: 'n' })).toEqual({ note: 'n' })
  })

  it('for corrections (rule 28)', () => {
    expect(accepts(Correction, { teacher_correction: 'Good' })).toBe(true)
    expect(accepts(Correction, { teacher_correction: '', points: 0 })).toBe(true)
    expect(accepts(Correction, { teacher_correction: ' ' })).toBe(false)
    expect(accepts(Correction, { points: 3 })).toBe(false)
    for (const points of [-1, Number.NaN, Number.POSITIVE_INFINITY, '12,5', null]) {
      expect(accepts(Correction, { teacher_correction: 'Good', points })).toBe(false)
    }
  })

  it('for the three kinds of messages', () => {
    const poll = { options: ['yes', 'no'] }
    expect(NewMessage.parse({ text: 'hi' })).toEqual({ text: 'hi' })
    expect(NewMessage.parse({ text: '', with_files: true })).toEqual({ text: '', with_files: true })
    expect(NewMessage.parse({ text: 'Trip?', poll })).toEqual({
      text: 'Trip?',
      poll: { is_anonymous: false, is_multiple_choice: false, options: ['yes', 'no'] },
    })
    // A message with an invalid poll must not be sent as plain text.
    expect(NewMessage.parse({ text: 'hi', pol: poll })).toEqual({ text: 'hi' })
    for (const wrong of [
      {},
      { text: '\n ' },
      { text: 'hi', with_files: 'yes' },
      { text: 'Trip?', poll: { options: [] } },
      { text: 'Trip?', poll: { options: ['yes', 'yes '] } },
      { text: 'Trip?', poll, with_files: true },
    ]) {
      expect(accepts(NewMessage, wrong)).toBe(false)
    }
    expect(NewMessage.safeParse({}).error?.issues[0]?.message).toMatch(/^must be a text/)
    expect(accepts(PollMessage, { text: 'x', poll: { options: Array.from({ length: 21 }, String) } })).toBe(
      false,
    )
  })

  it('for votes, reactions and chats', () => {
    expect(accepts(Vote, { option_ids: [] })).toBe(true)
    expect(accepts(Vote, { option_ids: [1, 1] })).toBe(false)
    for (const emoji of ['👍', '👩‍🏫', '🇩🇪']) expect(accepts(NewReaction, { emoji })).toBe(true)
    for (const emoji of ['', 'ok', '<b>']) expect(accepts(NewReaction, { emoji })).toBe(false)
    expect(NewChat.parse({ name: ' 8b ' })).toEqual({
      name: '8b',
      broadcast_only: false,
      files_allowed: true,
    })
  })

  it('for file names', () => {
    for (const name of ['a.pdf', '..a', 'Übung 1', '.hidden']) expect(accepts(NewFile, { name })).toBe(true)
    for (const name of ['', ' ', '.', '..', 'a/b', 'a\\b', 'a\u0000', 'x'.repeat(256)]) {
      expect(accepts(NewFile, { name })).toBe(false)
    }
    expect(NewFile.parse({ name: 'a', parent_id: 0 }).parent_id).toBeNull()
  })
})

describe('rules shared by client and service', () => {
  it('canCorrect returns can_correct, else can_edit', () => {
    expect(canCorrect({ can_edit: true })).toBe(true)
    expect(canCorrect({ can_edit: true, can_correct: false })).toBe(false)
    expect(canCorrect({ can_edit: false, can_correct: undefined })).toBe(false)
  })
  it('canHandIn requires submissionable homework without correction', () => {
    expect(canHandIn({ is_submissionable: true }, { is_corrected: false })).toBe(true)
    expect(canHandIn({ is_submissionable: true }, { is_corrected: true })).toBe(false)
    expect(canHandIn({ is_submissionable: false }, { is_corrected: false })).toBe(false)
  })
  it('whyReadOnly distinguishes broadcasts from missing write access', () => {
    const chat = { can_write: false, broadcast_only: true, is_admin: false }
    expect(whyReadOnly({ ...chat, can_write: true })).toBeUndefined()
    expect(whyReadOnly(chat)).toBe('broadcast')
    expect(whyReadOnly({ ...chat, broadcast_only: false })).toBe('noWriteAccess')
  })
})
