import { describe, expect, vi } from 'vitest'
import {
  advanceTime,
  getEarlierText,
  getSavedText,
  type Reload,
  settle,
  test,
} from '../../testing/testOutbox.ts'

type Options = Parameters<Reload>[1]

/** Opens one draft in two tabs. The first tab has saved `start`. */
const openTwoTabs = async (reload: Reload, options: Options = {}, otherOptions = options) => {
  const [first, second] = [await reload('1/5', options), await reload('1/5', otherOptions)]
  first.draft.set({ text: 'start' })
  await first.outbox.drafts.flush()
  await settle()
  return { one: first.draft, other: second.draft, first, second }
}
/** Receives no notifications, like a sleeping tab. */
const noChannel = { openChannel: () => undefined }
describe('two tabs with Web Locks', () => {
  test('the tab that typed first owns the draft, the other is read-only', async ({ reload }) => {
    const { one, other } = await openTwoTabs(reload)
    expect([one.state().isReadOnly, other.state().isReadOnly]).toEqual([false, true])
    one.set({ text: 'start, and more' })
    await advanceTime(1000)
    expect(other.state()).toMatchObject({
      value: { text: 'start, and more' },
      earlier: undefined,
      isReadOnly: true,
    })
  })

  test.for(['emptied', 'discarded', 'closed'])(
    'either tab may write once the draft is %s',
    async (how, { reload }) => {
      const { one, other } = await openTwoTabs(reload)
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
    },
  )

  test('the other tab may write while the owner is in the back-forward cache', async ({ reload }) => {
    const page = new EventTarget()
    const firePageEvent = (type: string) =>
      page.dispatchEvent(Object.assign(new Event(type), { persisted: true }))
    const { one, other } = await openTwoTabs(reload, { page }, {})
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

  test('takeOwnership() receives the latest text, saved or not', async ({ reload }) => {
    const { one, other } = await openTwoTabs(reload)
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

  test('takeOwnership() steals the lock of a frozen tab and keeps its text', async ({ reload }) => {
    const { one } = await openTwoTabs(reload, noChannel)
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

  test('a draft owned by another tab can’t be submitted', async ({ reload }) => {
    const { other } = await openTwoTabs(reload)
    const put = vi.fn(async (draftChange: { apply: (transaction: never) => Promise<boolean> }) => {
      expect(await draftChange.apply(undefined as never)).toBe(false)
    })
    expect(await other.submit({ text: 'start' }, put, () => ({ text: '' }))).toBe(false)
    expect(getSavedText(other)).toBe('start')
  })

  test('either tab may write after the other tab discarded the draft', async ({ reload }) => {
    const { one, other } = await openTwoTabs(reload)
    await other.discard()
    await advanceTime(1000)
    expect([one.state().isReadOnly, other.state().isReadOnly]).toEqual([false, false])
  })

  test('the other tab may write once no component edits the draft', async ({ reload }) => {
    const { one, other } = await openTwoTabs(reload)
    one.set({ text: 'start, and more' })
    await one.releaseOwnership()
    await settle()
    expect(other.state()).toMatchObject({ value: { text: 'start, and more' }, isReadOnly: false })
    one.set({ text: 'start, and again' })
    await advanceTime(1000)
    expect(other.state()).toMatchObject({ value: { text: 'start, and again' }, isReadOnly: true })
  })

  test('concurrent takeOwnership() calls take over once', async ({ reload }) => {
    const { one, other } = await openTwoTabs(reload)
    await Promise.all([other.takeOwnership(), other.takeOwnership()])
    await settle()
    expect([one.state().isReadOnly, other.state().isReadOnly]).toEqual([true, false])
    other.set({ text: '' })
    await advanceTime(1000)
    expect(one.state().isReadOnly).toBe(false)
  })

  test.for(['focus', 'visibilitychange'])(
    'a tab may write after the owner was killed and on %s',
    async (event, { browser, reload }) => {
      const { other, first } = await openTwoTabs(reload)
      first.outbox.stopWithoutSaving()
      await settle()
      browser.page.dispatchEvent(new Event(event))
      await settle()
      expect(other.state().isReadOnly).toBe(false)
    },
  )

  test('takeOwnership() gets the lock of a killed tab at once', async ({ reload }) => {
    const { other, first } = await openTwoTabs(reload)
    first.outbox.stopWithoutSaving()
    await other.takeOwnership()
    expect(other.state()).toMatchObject({ value: { text: 'start' }, isReadOnly: false })
  })
})
