import { afterEach, describe, expect, it } from 'vitest'
import { testBrowser } from '../../../testing/testOutbox.ts'
import { correctionDraft, getDraftKey } from './correctionDraft.ts'
import {
  cancelReturn,
  correctionFileWrite,
  correctionWrite,
  type ReturnableDraft,
  returnCorrections,
} from './correctionWrite.ts'

const browser = testBrowser()
// Offline, so that the writes remain in the outbox.
browser.online.set(false)
afterEach(() => browser.close())

const draft = (text: string): ReturnableDraft => ({
  text,
  points: '',
  files: [],
  opened: {
    comment: '',
    submitted_at: null,
    files: [],
    teacher_correction: '',
    points: null,
    corrected_at: null,
    corrected_by_user_id: null,
    is_corrected: false,
  },
  marked: [],
  aside: false,
})
const toReturn = (userId: number, stored: ReturnableDraft) => ({
  todoId: 1,
  userId,
  relation: `todo.1.user.${userId}.correction`,
  draft: stored,
  body: { teacher_correction: stored.text },
})

describe('returnCorrections', () => {
  it('omits a draft that changed since it was read', async () => {
    const outbox = await browser.tab({ kinds: [correctionWrite, correctionFileWrite] })
    const open = await outbox.drafts.open(correctionDraft, getDraftKey(1, 13))
    open.set(draft('Neat work.'))
    await open.flush()
    open.set(draft('Neat work. But redo no. 3!'))
    expect(await returnCorrections(outbox, [toReturn(13, draft('Neat work.'))])).toEqual([])
    expect(outbox.writes.list()).toEqual([])
    expect(open.state().value?.text).toBe('Neat work. But redo no. 3!')
  })

  it('ignores the order of fields of a draft', async () => {
    const outbox = await browser.tab({ kinds: [correctionWrite, correctionFileWrite], userId: 8 })
    const open = await outbox.drafts.open(correctionDraft, getDraftKey(1, 14))
    const { text, ...rest } = draft('Well done.')
    open.set({ ...rest, text })
    await open.flush()
    expect(await returnCorrections(outbox, [toReturn(14, draft('Well done.'))])).toHaveLength(1)
    expect(outbox.writes.list().map(({ lane }) => lane)).toEqual(['correction/1/14'])
    expect(open.state().value).toBeUndefined()
  })

  it('can be undone while being queued', async () => {
    const outbox = await browser.tab({ kinds: [correctionWrite, correctionFileWrite], userId: 9 })
    const open = await outbox.drafts.open(correctionDraft, getDraftKey(1, 15))
    open.set(draft('Second thoughts.'))
    await open.flush()
    const stored = new Promise<void>(resolve => {
      const unsubscribe = outbox.writes.subscribe(() => {
        unsubscribe()
        resolve()
      })
    })
    const returning = returnCorrections(outbox, [toReturn(15, draft('Second thoughts.'))])
    // Cancel becomes available with the first entry.
    await stored
    const { opened: base } = draft('')
    const options = { todoId: 1, userId: 15, writes: outbox.writes.list(), base, language: 'en' }
    expect(await cancelReturn(outbox, options)).toBe(true)
    await returning
    expect(outbox.writes.list()).toEqual([])
    expect((await outbox.drafts.list(correctionDraft)).map(({ draft }) => draft.value.text)).toEqual([
      'Second thoughts.',
    ])
  })

  it('contains each file once after a crash', async () => {
    const outbox = await browser.tab({ kinds: [correctionWrite, correctionFileWrite], userId: 10 })
    const open = await outbox.drafts.open(correctionDraft, getDraftKey(1, 16))
    const file = await outbox.drafts.putFile(new File(['bytes'], 'a.txt'))
    const withFile = { ...draft('Good.'), files: [file] }
    open.set(withFile)
    await open.flush()
    await returnCorrections(outbox, [toReturn(16, withFile)])
    open.set(withFile)
    await open.flush()
    const { opened: base } = withFile
    const options = { todoId: 1, userId: 16, writes: outbox.writes.list(), base, language: 'en' }
    expect(await cancelReturn(outbox, options)).toBe(true)
    expect(open.state().value?.files.map(({ id }) => id)).toEqual([file.id])
  })

  it('sends the marked copies, and keeps the marks until the correction has arrived', async () => {
    const outbox = await browser.tab({ kinds: [correctionWrite, correctionFileWrite], userId: 11 })
    const open = await outbox.drafts.open(correctionDraft, getDraftKey(1, 17))
    const { logs } = outbox.drafts
    const copy = await outbox.drafts.putFile(new File(['copy'], 'page1-marked.jpg'))
    const file = await outbox.drafts.putFile(new File(['bytes'], 'a.txt'))
    const log = logs.newId()
    await logs.append(log, 0, 'a stroke')
    const marked = [{ document: 12, name: 'page1.jpg', log, copy }]
    const withMarks = { ...draft('Good.'), files: [file], marked }
    open.set(withMarks)
    await open.flush()
    await returnCorrections(outbox, [toReturn(17, withMarks)])
    expect(outbox.writes.list().map(({ kind }) => kind)).toEqual([
      'correctionFile',
      'correctionFile',
      'correction',
    ])
    expect(open.state().value).toBeUndefined()
    expect((await logs.read(log)).values).toEqual(['a stroke'])
    // The copy may have arrived already when the correction fails.
    const writes = outbox.writes.list().slice(-1)
    const { opened: base } = withMarks
    expect(await cancelReturn(outbox, { todoId: 1, userId: 17, writes, base, language: 'en' })).toBe(true)
    expect(open.state().value?.marked).toEqual(marked)
    expect((await logs.read(log)).values).toEqual(['a stroke'])
    expect(await outbox.drafts.file(copy.id)).toBeDefined()
  })

  it('restores the marked copy once, and not as a file', async () => {
    const outbox = await browser.tab({ kinds: [correctionWrite, correctionFileWrite], userId: 12 })
    const open = await outbox.drafts.open(correctionDraft, getDraftKey(1, 18))
    const copy = await outbox.drafts.putFile(new File(['copy'], 'page1-marked.jpg'))
    const marked = [{ document: 12, name: 'page1.jpg', log: outbox.drafts.logs.newId(), copy }]
    const withMarks = { ...draft('Good.'), marked }
    open.set(withMarks)
    await open.flush()
    await returnCorrections(outbox, [toReturn(18, withMarks)])
    const options = {
      todoId: 1,
      userId: 18,
      writes: outbox.writes.list(),
      base: withMarks.opened,
      language: 'en',
    }
    expect(await cancelReturn(outbox, options)).toBe(true)
    expect(open.state().value).toMatchObject({ files: [], marked })
  })
})
