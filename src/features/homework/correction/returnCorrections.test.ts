import { afterEach, describe, expect, it } from 'vitest'
import { testBrowser } from '../../../testing/testOutbox.ts'
import { type CorrectionDraft, correctionDraft, draftKey } from './correctionDraft.ts'
import { correctionFileWrite, correctionWrite, returnCorrections, unsend } from './correctionWrite.ts'

const browser = testBrowser()
// Nothing is sent: what is stored is what is looked at.
browser.online.set(false)
afterEach(() => browser.close())

const draft = (text: string): CorrectionDraft => ({
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
  aside: false,
})
const correction = (userId: number, read: CorrectionDraft) => ({
  todoId: 1,
  userId,
  relation: `todo.1.user.${userId}.correction`,
  draft: read,
  body: { teacher_correction: read.text },
})

describe('returning what was read from the disk', () => {
  it('leaves a draft that was written on since: the newer text is neither sent nor lost', async () => {
    const outbox = await browser.tab({ kinds: [correctionWrite, correctionFileWrite] })
    const open = await outbox.drafts.open(correctionDraft, draftKey(1, 13))
    open.set(draft('Neat work.'))
    await open.flush()
    open.set(draft('Neat work. But redo no. 3!'))
    expect(await returnCorrections(outbox, [correction(13, draft('Neat work.'))])).toEqual([])
    expect(outbox.writes.list()).toEqual([])
    expect(open.state().value?.text).toBe('Neat work. But redo no. 3!')
  })

  it('takes one that is as it was read, whatever order its fields were written in', async () => {
    const outbox = await browser.tab({ kinds: [correctionWrite, correctionFileWrite], userId: 8 })
    const open = await outbox.drafts.open(correctionDraft, draftKey(1, 14))
    const { text, ...rest } = draft('Well done.')
    open.set({ ...rest, text })
    await open.flush()
    expect(await returnCorrections(outbox, [correction(14, draft('Well done.'))])).toHaveLength(1)
    expect(outbox.writes.list().map(({ lane }) => lane)).toEqual(['correction/1/14'])
    expect(open.state().value).toBeUndefined()
  })

  it('can be taken back before it is wholly on its way, and the draft is there again', async () => {
    const outbox = await browser.tab({ kinds: [correctionWrite, correctionFileWrite], userId: 9 })
    const open = await outbox.drafts.open(correctionDraft, draftKey(1, 15))
    open.set(draft('Second thoughts.'))
    await open.flush()
    const stored = new Promise<void>(resolve => {
      const unsubscribe = outbox.writes.subscribe(() => {
        unsubscribe()
        resolve()
      })
    })
    const going = returnCorrections(outbox, [correction(15, draft('Second thoughts.'))])
    // The moment the first entry shows, which is when a person can press Cancel.
    await stored
    const { opened } = draft('')
    const back = { todoId: 1, userId: 15, writes: outbox.writes.list(), opened, language: 'en' }
    expect(await unsend(outbox, back)).toBe(true)
    await going
    expect(outbox.writes.list()).toEqual([])
    expect((await outbox.drafts.list(correctionDraft)).map(({ draft }) => draft.value.text)).toEqual([
      'Second thoughts.',
    ])
  })
})
