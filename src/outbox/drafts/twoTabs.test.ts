import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  advanceTime,
  createReload,
  fakeTimers,
  getEarlierText,
  getSavedText,
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

type Options = Parameters<typeof reload>[1]

/** Opens one draft in two tabs. The first tab has saved `start`. */
const openTwoTabs = async (options: Options = {}, otherOptions: Options = options) => {
  const [first, second] = [await reload('1/5', options), await reload('1/5', otherOptions)]
  first.draft.set({ text: 'start' })
  await first.outbox.drafts.flush()
  await settle()
  return { one: first.draft, other: second.draft, first, second }
}
/** Receives no notifications, like a sleeping tab. */
const noChannel = { openChannel: () => undefined }
describe('two tabs with Web Locks', () => {
  it('the tab that typed first owns the draft, the other is read-only', async () => {
    const { one, other } = await openTwoTabs()
    expect([one.state().isReadOnly, other.state().isReadOnly]).toEqual([false, true])
    one.set({ text: 'start, and more' })
    await advanceTime(1000)
    expect(other.state()).toMatchObject({
      value: { text: 'start, and more' },
      earlier: undefined,
      isReadOnly: true,
    })
  })

  it.each(['emptied', 'discarded', 'closed'])('either tab may write once the draft is %s', async how => {
    const { one, other } = await openTwoTabs()
    if (how === 'discarded') await one.discard()
    else if (how === 'closed') one.close()
    else one.set({ text: '' })
    await advanceTime(1000)
    expect(other.state().isReadOnly).toBe(false)
    other.set({ text: 'and the other' })
    await advanceTime(1000)
    expect((await reload()).draft.state()).toMatchObject({
      value: { text: 'and the other' },
      earlier: undefined,
      isReadOnly: true,
    })
  })

  it('the other tab may write while the owner is in the back-forward cache', async () => {
    const page = new EventTarget()
    const firePageEvent = (type: string) =>
      page.dispatchEvent(Object.assign(new Event(type), { persisted: true }))
    const { one, other } = await openTwoTabs({ page }, {})
    one.set({ text: 'start, and the last letter' })
    firePageEvent('pagehide')
    await advanceTime(1000)
    expect(other.state()).toMatchObject({ value: { text: 'start, and the last letter' }, isReadOnly: false })
    other.set({ text: 'continued there' })
    await advanceTime(1000)
    firePageEvent('pageshow')
    await advanceTime(1000)
    expect(one.state()).toMatchObject({
      value: { text: 'continued there' },
      isReadOnly: true,
      earlier: undefined,
    })
    expect(other.state()).toMatchObject({ isReadOnly: false, earlier: undefined })
  })

  it('takeOwnership() receives the latest text, saved or not', async () => {
    const { one, other } = await openTwoTabs()
    one.set({ text: 'start, and the last letter' })
    await other.takeOwnership()
    expect(other.state()).toMatchObject({
      value: { text: 'start, and the last letter' },
      isReadOnly: false,
      earlier: undefined,
    })
    await settle()
    expect(one.state().isReadOnly).toBe(true)
    other.set({ text: 'continued there' })
    await advanceTime(1000)
    expect(one.state()).toMatchObject({
      value: { text: 'continued there' },
      isReadOnly: true,
      earlier: undefined,
    })
    await one.takeOwnership()
    await settle()
    expect([one.state().isReadOnly, other.state().isReadOnly]).toEqual([false, true])
  })

  it('takeOwnership() steals the lock of a frozen tab and keeps its text', async () => {
    const { one } = await openTwoTabs(noChannel)
    const { draft: other } = await reload()
    const taken = other.takeOwnership()
    await advanceTime(1000)
    expect(other.state().isReadOnly).toBe(true)
    await advanceTime(1000)
    await taken
    expect([one.state().isReadOnly, other.state().isReadOnly]).toEqual([true, false])
    other.set({ text: 'start, continued' })
    one.set({ text: 'start, from before it slept' })
    await one.flush()
    await advanceTime(1000)
    expect([getSavedText(other), getEarlierText(one)]).toEqual([
      'start, continued',
      'start, from before it slept',
    ])
    expect(one.state().saving).toBe(false)
  })

  it('a draft owned by another tab can’t be submitted', async () => {
    const { other } = await openTwoTabs()
    const put = vi.fn(async (draftChange: { apply: (transaction: never) => Promise<boolean> }) => {
      expect(await draftChange.apply(undefined as never)).toBe(false)
    })
    expect(await other.submit({ text: 'start' }, put, () => ({ text: '' }))).toBe(false)
    expect(getSavedText(other)).toBe('start')
  })

  it('either tab may write after the other tab discarded the draft', async () => {
    const { one, other } = await openTwoTabs()
    await other.discard()
    await advanceTime(1000)
    expect([one.state().isReadOnly, other.state().isReadOnly]).toEqual([false, false])
  })

  it('the other tab may write once no component edits the draft', async () => {
    const { one, other } = await openTwoTabs()
    one.set({ text: 'start, and more' })
    await one.releaseOwnership()
    await settle()
    expect(other.state()).toMatchObject({ value: { text: 'start, and more' }, isReadOnly: false })
    one.set({ text: 'start, and again' })
    await advanceTime(1000)
    expect(other.state()).toMatchObject({ value: { text: 'start, and again' }, isReadOnly: true })
  })

  it('concurrent takeOwnership() calls take over once', async () => {
    const { one, other } = await openTwoTabs()
    await Promise.all([other.takeOwnership(), other.takeOwnership()])
    await settle()
    expect([one.state().isReadOnly, other.state().isReadOnly]).toEqual([true, false])
    other.set({ text: '' })
    await advanceTime(1000)
    expect(one.state().isReadOnly).toBe(false)
  })

  it.each(['focus', 'visibilitychange'])(
    'a tab may write after the owner was killed and on %s',
    async event => {
      const { other, first } = await openTwoTabs()
      first.outbox.stopWithoutSaving()
      await settle()
      browser.page.dispatchEvent(new Event(event))
      await settle()
      expect(other.state().isReadOnly).toBe(false)
    },
  )

  it('takeOwnership() gets the lock of a killed tab at once', async () => {
    const { other, first } = await openTwoTabs()
    first.outbox.stopWithoutSaving()
    await other.takeOwnership()
    expect(other.state()).toMatchObject({ value: { text: 'start' }, isReadOnly: false })
  })
})
