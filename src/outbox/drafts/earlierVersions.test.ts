import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  earlierOf,
  fakeTimers,
  noteDraft,
  pass,
  reloadIn,
  rowsIn,
  settle,
  testBrowser,
  textOf,
} from '../../testing/testOutbox.ts'

let browser: ReturnType<typeof testBrowser>
let reload: ReturnType<typeof reloadIn>
beforeEach(() => {
  fakeTimers()
  browser = testBrowser()
  reload = reloadIn(browser)
})
afterEach(() => {
  browser.close()
  vi.useRealTimers()
})

/** A tab without a channel receives no notifications, like a frozen tab. */
const isolated = { openChannel: () => undefined }
const noLocks = { locks: undefined }
/** Stored earlier versions, including those that are not shown. */
const earlierRows = () => rowsIn(browser, 'forks', store => store.getAll())

/** Opens one draft in two tabs. The first one has saved the text `start`, and the other one is isolated. */
const openTwoTabs = async () => {
  const [first, second] = [await reload(), await reload('1/5', isolated)]
  first.draft.set({ text: 'start' })
  await first.outbox.drafts.flush()
  await settle()
  return { one: first.draft, other: second.draft }
}

describe('text that was not saved in time', () => {
  it('an earlier version can be restored, which makes the draft the earlier version, and deleted', async () => {
    const { one, other } = await openTwoTabs()
    other.set({ text: 'other' })
    await pass(1000)
    expect([textOf(one), textOf(other)]).toEqual(['start', 'start'])
    expect(earlierOf(other)).toBe('other')
    const { draft } = await reload()
    expect(earlierOf(draft)).toBe('other')
    const { formKey } = draft.state()
    await draft.restoreEarlier()
    expect([textOf(draft), earlierOf(draft), draft.state().isReadOnly]).toEqual(['other', 'start', false])
    expect(draft.state().formKey).not.toBe(formKey)
    await settle()
    expect([textOf(one), one.state().isReadOnly]).toEqual(['other', true])
    await draft.deleteEarlier()
    expect([textOf(draft), earlierOf(draft)]).toEqual(['other', undefined])
  })

  it('the earlier version that was shown is restored, even if unsaved text becomes a newer one', async () => {
    const { one, other } = await openTwoTabs()
    other.set({ text: 'shown' })
    await pass(1000)
    one.set({ text: 'start, and more' })
    await pass(1000)
    other.set({ text: 'unsaved' })
    const restored = other.restoreEarlier()
    await pass(3000)
    await restored
    expect(textOf(other)).toBe('shown')
    const texts = new Set<string | undefined>()
    for (let count = 0; count < 2; count += 1) {
      texts.add(earlierOf(other))
      await other.deleteEarlier()
    }
    expect(texts).toEqual(new Set(['unsaved', 'start, and more']))
  })

  it('text typed into an outdated draft becomes an earlier version, also after its owner was closed', async () => {
    const { one, other } = await openTwoTabs()
    one.set({ text: 'start, and more' })
    await pass(1000)
    one.close()
    await pass(1000)
    other.set({ text: 'start, outdated' })
    await pass(1000)
    expect(other.state()).toMatchObject({
      value: { text: 'start, and more' },
      earlier: { value: { text: 'start, outdated' } },
      isReadOnly: false,
    })
  })

  it('text of a woken tab becomes the draft if the draft was discarded in the meantime', async () => {
    const { one, other } = await openTwoTabs()
    await one.discard()
    other.set({ text: 'start, woken' })
    await pass(1000)
    expect(other.state()).toMatchObject({ value: { text: 'start, woken' }, earlier: undefined })
  })

  it('text that equals the draft is not stored as an earlier version', async () => {
    const { other } = await openTwoTabs()
    other.set({ text: 'sta' })
    other.set({ text: 'start' })
    await pass(1000)
    expect(other.state()).toMatchObject({ value: { text: 'start' }, earlier: undefined, isReadOnly: true })
  })

  it('of several earlier versions, the newest is shown until it is deleted', async () => {
    const { other } = await openTwoTabs()
    for (const text of ['first', 'second']) {
      other.set({ text })
      await pass(1000)
    }
    expect(earlierOf(other)).toBe('second')
    await other.deleteEarlier()
    expect(earlierOf(other)).toBe('first')
    await other.deleteEarlier()
    expect(earlierOf(other)).toBeUndefined()
    expect(await earlierRows()).toEqual([])
  })

  it('an outdated draft can’t be submitted, and its text becomes an earlier version', async () => {
    const { one, other } = await openTwoTabs()
    one.set({ text: 'start, and more' })
    await pass(1000)
    one.close()
    await pass(1000)
    other.set({ text: 'start, outdated' })
    const put = vi.fn()
    const submitted = other.submit({ text: 'start, outdated' }, put, () => ({ text: '' }))
    await pass(1000)
    expect([await submitted, put.mock.calls]).toEqual([false, []])
    expect([textOf(other), earlierOf(other)]).toEqual(['start, and more', 'start, outdated'])
  })
})

describe('drafts that an older release stored', () => {
  /** Stores versions of one draft like an older release, which kept any number of earlier versions. */
  const storeVersions = async (...texts: string[]) => {
    const { draft } = await reload('1/5', noLocks)
    for (const [index, text] of texts.entries()) {
      draft.set({ text })
      await draft.flush()
      const [row] = (await rowsIn(browser, 'drafts', store => store.getAll())) as object[]
      if (index === texts.length - 1) break
      await rowsIn(browser, 'forks', store =>
        store.put({ ...row, id: `random ${index}`, draft: 'note 1/5', stamp: `other ${index}` }),
      )
      await pass(1000)
    }
    draft.close()
    await settle()
  }

  it('open as draft and earlier version, which becomes the draft after the draft was discarded', async () => {
    await storeVersions('one', 'other')
    const { draft, outbox } = await reload()
    expect([textOf(draft), earlierOf(draft)]).toEqual(['other', 'one'])
    await draft.discard()
    // The open field stays empty, because the user may be about to type.
    expect([textOf(draft), earlierOf(draft)]).toEqual([undefined, 'one'])
    expect(await outbox.drafts.names()).toHaveLength(1)
    expect(await outbox.drafts.list(noteDraft)).toMatchObject([
      { key: '1/5', draft: { value: { text: 'one' } } },
    ])
    draft.close()
    await settle()
    const { draft: reopened } = await reload()
    expect([textOf(reopened), earlierOf(reopened)]).toEqual(['one', undefined])
  })

  it('open with every version, one after the other', async () => {
    await storeVersions('one', 'two', 'three')
    const { draft } = await reload()
    expect([textOf(draft), earlierOf(draft)]).toEqual(['three', 'two'])
    await draft.deleteEarlier()
    expect(earlierOf(draft)).toBe('one')
    await draft.restoreEarlier()
    expect([textOf(draft), earlierOf(draft)]).toEqual(['one', 'three'])
  })

  it('open without a draft: the newest version becomes the draft', async () => {
    await storeVersions('one', 'two', 'three')
    await rowsIn(browser, 'drafts', store => store.delete('note 1/5'))
    const { draft } = await reload()
    expect([textOf(draft), earlierOf(draft)]).toEqual(['two', 'one'])
  })
})
