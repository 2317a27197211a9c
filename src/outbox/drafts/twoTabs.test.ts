import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { testLocks } from '../../testing/testLocks.ts'
import {
  fakeTimers,
  lateOf,
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

type Options = Parameters<typeof reload>[1]

/** Opens one draft in two tabs and saves the text `start` in the first one. */
const openTwoTabs = async (options: Options = {}, otherOptions: Options = options) => {
  const [first, second] = [await reload('1/5', options), await reload('1/5', otherOptions)]
  first.draft.set({ text: 'start' })
  await first.outbox.drafts.flush()
  await settle()
  return { one: first.draft, other: second.draft, first, second }
}
const noLocks = { locks: undefined }
/** A tab without a channel receives no notifications, like a sleeping tab. */
const noChannel = { openChannel: () => undefined }

describe('two tabs with Web Locks', () => {
  it('the tab that typed first owns the draft, and the other one shows the saved text', async () => {
    const { one, other } = await openTwoTabs()
    expect([one.state().elsewhere, other.state().elsewhere]).toEqual([false, true])
    one.set({ text: 'start, and more' })
    await pass(1000)
    expect(other.state()).toMatchObject({ value: { text: 'start, and more' }, late: [], elsewhere: true })
  })

  it.each(['emptied', 'discarded', 'closed'])('either tab may write once the draft is %s', async how => {
    const { one, other } = await openTwoTabs()
    if (how === 'discarded') await one.discard()
    else if (how === 'closed') one.close()
    else one.set({ text: '' })
    await pass(1000)
    expect(other.state().elsewhere).toBe(false)
    other.set({ text: 'and the other' })
    await pass(1000)
    expect((await reload()).draft.state()).toMatchObject({
      value: { text: 'and the other' },
      late: [],
      elsewhere: true,
    })
  })

  it('the other tab may write while the owner is in the back-forward cache', async () => {
    const page = new EventTarget()
    const firePageEvent = (type: string) =>
      page.dispatchEvent(Object.assign(new Event(type), { persisted: true }))
    const { one, other } = await openTwoTabs({ page }, {})
    one.set({ text: 'start, and the last letter' })
    firePageEvent('pagehide')
    await pass(1000)
    expect(other.state()).toMatchObject({ value: { text: 'start, and the last letter' }, elsewhere: false })
    other.set({ text: 'gone on there' })
    await pass(1000)
    firePageEvent('pageshow')
    await pass(1000)
    expect(one.state()).toMatchObject({ value: { text: 'gone on there' }, elsewhere: true, late: [] })
    expect(other.state()).toMatchObject({ elsewhere: false, late: [] })
  })

  it('takeOver() receives the latest text, saved or not', async () => {
    const { one, other } = await openTwoTabs()
    one.set({ text: 'start, and the last letter' })
    await other.takeOver()
    expect(other.state()).toMatchObject({
      value: { text: 'start, and the last letter' },
      elsewhere: false,
      late: [],
    })
    await settle()
    expect(one.state().elsewhere).toBe(true)
    other.set({ text: 'gone on there' })
    await pass(1000)
    expect(one.state()).toMatchObject({ value: { text: 'gone on there' }, elsewhere: true, late: [] })
    await one.takeOver()
    await settle()
    expect([one.state().elsewhere, other.state().elsewhere]).toEqual([false, true])
  })

  it('takeOver() steals the lock from a tab that does not respond, and that tab’s later text becomes a late text', async () => {
    const { one } = await openTwoTabs(noChannel)
    const { draft: other } = await reload()
    const taken = other.takeOver()
    await pass(1000)
    expect(other.state().elsewhere).toBe(true)
    await pass(1000)
    await taken
    expect([one.state().elsewhere, other.state().elsewhere]).toEqual([true, false])
    other.set({ text: 'start, gone on' })
    one.set({ text: 'start, from before it slept' })
    await one.flush()
    await pass(1000)
    expect([textOf(other), lateOf(one)]).toEqual(['start, gone on', ['start, from before it slept']])
    expect(one.state().saving).toBe(false)
  })

  it('text typed before a tab knew the owner becomes a late text, which can be taken or dropped', async () => {
    const { one, other } = await openTwoTabs({}, noChannel)
    other.set({ text: 'other' })
    await pass(1000)
    expect([textOf(one), textOf(other)]).toEqual(['start', 'start'])
    expect(lateOf(other)).toEqual(['other'])
    const { draft } = await reload()
    expect(lateOf(draft)).toEqual(['other'])
    const [late] = draft.state().late
    await draft.takeLate(late?.id ?? '')
    expect([textOf(draft), lateOf(draft), draft.state().elsewhere]).toEqual(['other', ['start'], false])
    await settle()
    expect([textOf(one), one.state().elsewhere]).toEqual(['other', true])
    await draft.dropLate(draft.state().late[0]?.id ?? '')
    expect([textOf(draft), lateOf(draft)]).toEqual(['other', []])
  })

  it('one late text per tab is stored while the user types, and no late text that equals the draft', async () => {
    const { one, other } = await openTwoTabs({}, noChannel)
    other.set({ text: 'start' })
    other.set({ text: 'oth' })
    await pass(200, 50)
    other.set({ text: 'other' })
    await pass(1000)
    expect(lateOf(other)).toEqual(['other'])
    one.set({ text: 'other' })
    await pass(1000)
    expect(lateOf(one)).toEqual([])
  })

  it('a draft owned by another tab can’t be submitted', async () => {
    const { other } = await openTwoTabs()
    const put = vi.fn(async (beside: { change: (step: never) => Promise<boolean> }) => {
      expect(await beside.change(undefined as never)).toBe(false)
    })
    expect(await other.submit({ text: 'start' }, put, () => ({ text: '' }))).toBe(false)
    expect(textOf(other)).toBe('start')
  })

  it('saves even if a sleeping tab holds the shared lock', async () => {
    const locks = testLocks()
    const { one } = await openTwoTabs({ locks: locks.of({}) })
    await one.discard()
    // Granted while the tab sleeps, so that it is never released.
    const name = locks.names().find(each => each.includes(' draft note')) ?? ''
    void locks
      .of({})
      .request(name, { mode: 'shared' }, () => new Promise(() => undefined))
      .catch(() => undefined)
    await settle()
    one.set({ text: 'written all the same' })
    await pass(1000)
    expect(one.state()).toMatchObject({ value: { text: 'written all the same' }, saving: false })
    expect(textOf((await reload()).draft)).toBe('written all the same')
  })

  it('either tab may write after the other tab discarded the draft', async () => {
    const { one, other } = await openTwoTabs()
    await other.discard()
    await pass(1000)
    expect([one.state().elsewhere, other.state().elsewhere]).toEqual([false, false])
  })

  it('the other tab may write when no component shows the draft, even if it stays open', async () => {
    const { one, other } = await openTwoTabs()
    one.set({ text: 'start, and more' })
    await one.rest()
    await settle()
    expect(other.state()).toMatchObject({ value: { text: 'start, and more' }, elsewhere: false })
    one.set({ text: 'start, and again' })
    await pass(1000)
    expect(other.state()).toMatchObject({ value: { text: 'start, and again' }, elsewhere: true })
  })

  it('concurrent takeOver() calls take over once', async () => {
    const { one, other } = await openTwoTabs()
    await Promise.all([other.takeOver(), other.takeOver()])
    await settle()
    expect([one.state().elsewhere, other.state().elsewhere]).toEqual([true, false])
    other.set({ text: '' })
    await pass(1000)
    expect(one.state().elsewhere).toBe(false)
  })

  it('an abandoned tab does not block the others', async () => {
    const { other, first } = await openTwoTabs()
    first.outbox.abandon()
    await settle()
    expect(other.state().elsewhere).toBe(false)
  })
})

describe('two tabs without Web Locks', () => {
  it('every tab may write, and unseen text becomes a late text', async () => {
    const { one, other } = await openTwoTabs(noLocks)
    expect([one.state().elsewhere, other.state().elsewhere]).toEqual([false, false])
    one.set({ text: 'one' })
    other.set({ text: 'other' })
    await pass(1000)
    const { draft } = await reload('1/5', noLocks)
    expect([textOf(draft), ...lateOf(draft)].sort()).toEqual(['one', 'other'])
    expect(textOf(one)).toBe(textOf(other))
    other.set({ text: 'gone on' })
    await pass(1000)
    expect(textOf(one)).toBe('gone on')
    expect(lateOf(one)).toHaveLength(1)
  })

  it('emptying or discarding a draft keeps the text of the other tab', async () => {
    for (const how of ['emptied', 'discarded']) {
      const { one, other } = await openTwoTabs(noLocks)
      one.set({ text: how === 'emptied' ? '' : 'not wanted' })
      other.set({ text: 'start, and more' })
      await other.flush()
      await settle()
      if (how === 'discarded') await one.discard()
      await pass(1000)
      expect(textOf((await reload('1/5', noLocks)).draft)).toBe('start, and more')
      await other.discard()
      await settle()
    }
  })

  it('a discarded draft keeps the text that was typed in the other tab', async () => {
    const { one, other } = await openTwoTabs(noLocks)
    other.set({ text: 'typed on' })
    await one.discard()
    await pass(1000)
    expect(textOf((await reload('1/5', noLocks)).draft)).toBe('typed on')
    expect(textOf(one)).toBe('typed on')
  })
})

describe('two versions of a draft from an older release', () => {
  /** Stores two versions of one draft as the older release did. */
  const storeTwoVersions = async () => {
    const { draft } = await reload('1/5', noLocks)
    draft.set({ text: 'one' })
    await draft.flush()
    const [row] = (await rowsIn(browser, 'drafts', store => store.getAll())) as object[]
    draft.set({ text: 'other' })
    await draft.flush()
    await rowsIn(browser, 'forks', store =>
      store.put({ ...row, id: 'random', draft: 'note 1/5', stamp: 'another' }),
    )
    draft.close()
  }

  it('open as draft and late text; the late text becomes the draft after the draft was discarded', async () => {
    await storeTwoVersions()
    const { draft, outbox } = await reload()
    expect([textOf(draft), lateOf(draft)]).toEqual(['other', ['one']])
    await draft.discard()
    // The open field stays empty, because the user may be about to type.
    expect([textOf(draft), lateOf(draft)]).toEqual([undefined, ['one']])
    expect(await outbox.drafts.names()).toHaveLength(1)
    expect(await outbox.drafts.list(noteDraft)).toMatchObject([
      { key: '1/5', draft: { value: { text: 'one' } } },
    ])
    draft.close()
    await settle()
    const { draft: reopened } = await reload()
    expect([textOf(reopened), lateOf(reopened)]).toEqual(['one', []])
  })
})
