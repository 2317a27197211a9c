import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  advanceTime,
  createReload,
  fakeTimers,
  getEarlierText,
  getSavedText,
  queryTable,
  settle,
  testBrowser,
} from '../../testing/testOutbox.ts'

let browser: ReturnType<typeof testBrowser>
let reload: ReturnType<typeof createReload>
beforeEach(() => {
  fakeTimers()
  browser = testBrowser()
  reload = createReload(browser)
})
afterEach(() => {
  browser.close()
  vi.useRealTimers()
})

/** Receives no notifications, like a frozen tab. */
const isolated = { openChannel: () => undefined }
/** Includes versions that are not shown. */
const earlierRows = () => queryTable(browser, 'forks', store => store.getAll())

/** Opens one draft in two tabs: the first has saved `start`, the other is isolated. */
const openTwoTabs = async () => {
  const [first, second] = [await reload(), await reload('1/5', isolated)]
  first.draft.set({ text: 'start' })
  await first.outbox.drafts.flush()
  await settle()
  return { one: first.draft, other: second.draft }
}

describe('text that was not saved in time', () => {
  it('restoreEarlier() swaps the versions, deleteEarlier() deletes the earlier one', async () => {
    const { one, other } = await openTwoTabs()
    other.set({ text: 'other' })
    await advanceTime(1000)
    expect([getSavedText(one), getSavedText(other)]).toEqual(['start', 'start'])
    expect(getEarlierText(other)).toBe('other')
    const { draft } = await reload()
    expect(getEarlierText(draft)).toBe('other')
    const { formKey } = draft.state()
    await draft.restoreEarlier()
    expect([getSavedText(draft), getEarlierText(draft), draft.state().isReadOnly]).toEqual([
      'other',
      'start',
      false,
    ])
    expect(draft.state().formKey).not.toBe(formKey)
    await settle()
    expect([getSavedText(one), one.state().isReadOnly]).toEqual(['other', true])
    await draft.deleteEarlier()
    expect([getSavedText(draft), getEarlierText(draft)]).toEqual(['other', undefined])
  })

  it('restoreEarlier() restores the shown version, not newer unsaved text', async () => {
    const { one, other } = await openTwoTabs()
    other.set({ text: 'shown' })
    await advanceTime(1000)
    one.set({ text: 'start, and more' })
    await advanceTime(1000)
    other.set({ text: 'unsaved' })
    const restored = other.restoreEarlier()
    await advanceTime(3000)
    await restored
    expect(getSavedText(other)).toBe('shown')
    const texts = new Set<string | undefined>()
    for (let count = 0; count < 2; count += 1) {
      texts.add(getEarlierText(other))
      await other.deleteEarlier()
    }
    expect(texts).toEqual(new Set(['unsaved', 'start, and more']))
  })

  it('text typed into an outdated draft becomes an earlier version', async () => {
    const { one, other } = await openTwoTabs()
    one.set({ text: 'start, and more' })
    await advanceTime(1000)
    one.close()
    await advanceTime(1000)
    other.set({ text: 'start, outdated' })
    await advanceTime(1000)
    expect(other.state()).toMatchObject({
      value: { text: 'start, and more' },
      earlier: { value: { text: 'start, outdated' } },
      isReadOnly: false,
    })
  })

  it('text of a resumed tab becomes the draft after another tab discarded it', async () => {
    const { one, other } = await openTwoTabs()
    await one.discard()
    other.set({ text: 'start, woken' })
    await advanceTime(1000)
    expect(other.state()).toMatchObject({ value: { text: 'start, woken' }, earlier: undefined })
  })

  it('text that equals the draft is not stored as an earlier version', async () => {
    const { other } = await openTwoTabs()
    other.set({ text: 'sta' })
    other.set({ text: 'start' })
    await advanceTime(1000)
    expect(other.state()).toMatchObject({ value: { text: 'start' }, earlier: undefined, isReadOnly: true })
  })

  it('shows the newest of several earlier versions', async () => {
    const { other } = await openTwoTabs()
    for (const text of ['first', 'second']) {
      other.set({ text })
      await advanceTime(1000)
    }
    expect(getEarlierText(other)).toBe('second')
    await other.deleteEarlier()
    expect(getEarlierText(other)).toBe('first')
    await other.deleteEarlier()
    expect(getEarlierText(other)).toBeUndefined()
    expect(await earlierRows()).toEqual([])
  })

  it('a submitted outdated draft becomes an earlier version', async () => {
    const { one, other } = await openTwoTabs()
    one.set({ text: 'start, and more' })
    await advanceTime(1000)
    one.close()
    await advanceTime(1000)
    other.set({ text: 'start, outdated' })
    const put = vi.fn()
    const submitted = other.submit({ text: 'start, outdated' }, put, () => ({ text: '' }))
    await advanceTime(1000)
    expect([await submitted, put.mock.calls]).toEqual([false, []])
    expect([getSavedText(other), getEarlierText(other)]).toEqual(['start, and more', 'start, outdated'])
  })
})
