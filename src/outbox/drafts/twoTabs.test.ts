import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { testLocks } from '../../testing/testLocks.ts'
import {
  fakeTimers,
  lateOf,
  note,
  pass,
  reloadIn,
  rowsIn,
  settle,
  testBrowser,
  textOf,
} from '../../testing/testOutbox.ts'

let browser: ReturnType<typeof testBrowser>
let reloaded: ReturnType<typeof reloadIn>
beforeEach(() => {
  fakeTimers()
  browser = testBrowser()
  reloaded = reloadIn(browser)
})
afterEach(() => {
  browser.close()
  vi.useRealTimers()
})

type Options = Parameters<typeof reloaded>[1]

/** Two tabs on one draft, in which nothing is written any more. */
const two = async (options: Options = {}, otherOptions: Options = options) => {
  const [first, second] = [await reloaded('1/5', options), await reloaded('1/5', otherOptions)]
  first.draft.set({ text: 'start' })
  await first.outbox.drafts.flush()
  await settle()
  return { one: first.draft, other: second.draft, first, second }
}
const noLocks = { locks: undefined }
/** It hears nothing of the others, as one that sleeps. */
const deaf = { openChannel: () => undefined }

describe('with locks', () => {
  it('one tab writes, from the first letter on, and the other follows what is saved', async () => {
    const { one, other } = await two()
    expect([one.state().elsewhere, other.state().elsewhere]).toEqual([false, true])
    one.set({ text: 'start, and more' })
    await pass(1000)
    expect(other.state()).toMatchObject({ value: { text: 'start, and more' }, late: [], elsewhere: true })
  })

  it.each(['emptied', 'discarded', 'closed'])('either may write once it is %s', async how => {
    const { one, other } = await two()
    if (how === 'discarded') await one.discard()
    else if (how === 'closed') one.close()
    else one.set({ text: '' })
    await pass(1000)
    expect(other.state().elsewhere).toBe(false)
    other.set({ text: 'and the other' })
    await pass(1000)
    expect((await reloaded()).draft.state()).toMatchObject({
      value: { text: 'and the other' },
      late: [],
      elsewhere: true,
    })
  })

  it('either may write while the other rests in the back-forward cache', async () => {
    const page = new EventTarget()
    const turn = (type: string) => page.dispatchEvent(Object.assign(new Event(type), { persisted: true }))
    const { one, other } = await two({ page }, {})
    one.set({ text: 'start, and the last letter' })
    turn('pagehide')
    await pass(1000)
    expect(other.state()).toMatchObject({ value: { text: 'start, and the last letter' }, elsewhere: false })
    other.set({ text: 'gone on there' })
    await pass(1000)
    turn('pageshow')
    await pass(1000)
    expect(one.state()).toMatchObject({ value: { text: 'gone on there' }, elsewhere: true, late: [] })
    expect(other.state()).toMatchObject({ elsewhere: false, late: [] })
  })

  it('who takes it over has what was typed until then, on disk or not', async () => {
    const { one, other } = await two()
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

  it('one that does not answer is stolen from, and what it has when it wakes is kept beside', async () => {
    const { one } = await two(deaf)
    const { draft: other } = await reloaded()
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

  it('what is typed in a tab that did not know yet is kept beside, and used or thrown away', async () => {
    const { one, other } = await two({}, deaf)
    other.set({ text: 'other' })
    await pass(1000)
    expect([textOf(one), textOf(other)]).toEqual(['start', 'start'])
    expect(lateOf(other)).toEqual(['other'])
    const { draft } = await reloaded()
    expect(lateOf(draft)).toEqual(['other'])
    const [late] = draft.state().late
    await draft.takeLate(late?.id ?? '')
    expect([textOf(draft), lateOf(draft), draft.state().elsewhere]).toEqual(['other', ['start'], false])
    await settle()
    expect([textOf(one), one.state().elsewhere]).toEqual(['other', true])
    await draft.dropLate(draft.state().late[0]?.id ?? '')
    expect([textOf(draft), lateOf(draft)]).toEqual(['other', []])
  })

  it('keeps one late text of what one goes on typing, and none of the same words', async () => {
    const { one, other } = await two({}, deaf)
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

  it('sends nothing of a draft that another tab writes', async () => {
    const { other } = await two()
    const put = vi.fn(async (beside: { change: (step: never) => Promise<boolean> }) => {
      expect(await beside.change(undefined as never)).toBe(false)
    })
    expect(await other.submit({ text: 'start' }, put, () => ({ text: '' }))).toBe(false)
    expect(textOf(other)).toBe('start')
  })

  it('writes although a tab that only looked fell asleep over the lock', async () => {
    const locks = testLocks()
    const { one } = await two({ locks: locks.of({}) })
    await one.discard()
    // Granted while it sleeps, so that it never lets go.
    const name = locks.names().find(each => each.includes(' draft note')) ?? ''
    void locks
      .of({})
      .request(name, { mode: 'shared' }, () => new Promise(() => undefined))
      .catch(() => undefined)
    await settle()
    one.set({ text: 'written all the same' })
    await pass(1000)
    expect(one.state()).toMatchObject({ value: { text: 'written all the same' }, saving: false })
    expect(textOf((await reloaded()).draft)).toBe('written all the same')
  })

  it('is free once another tab returned what one wrote', async () => {
    const { one, other } = await two()
    await other.discard()
    await pass(1000)
    expect([one.state().elsewhere, other.state().elsewhere]).toEqual([false, false])
  })

  it('is free where nobody shows it any more, though it is held open', async () => {
    const { one, other } = await two()
    one.set({ text: 'start, and more' })
    await one.rest()
    await settle()
    expect(other.state()).toMatchObject({ value: { text: 'start, and more' }, elsewhere: false })
    one.set({ text: 'start, and again' })
    await pass(1000)
    expect(other.state()).toMatchObject({ value: { text: 'start, and again' }, elsewhere: true })
  })

  it('is taken over once, however often it is asked for', async () => {
    const { one, other } = await two()
    await Promise.all([other.takeOver(), other.takeOver()])
    await settle()
    expect([one.state().elsewhere, other.state().elsewhere]).toEqual([true, false])
    other.set({ text: '' })
    await pass(1000)
    expect(one.state().elsewhere).toBe(false)
  })

  it('a tab that is gone keeps nobody from writing', async () => {
    const { other, first } = await two()
    first.outbox.abandon()
    await settle()
    expect(other.state().elsewhere).toBe(false)
  })
})

describe('without locks', () => {
  it('every tab may write, and what was not seen is kept beside', async () => {
    const { one, other } = await two(noLocks)
    expect([one.state().elsewhere, other.state().elsewhere]).toEqual([false, false])
    one.set({ text: 'one' })
    other.set({ text: 'other' })
    await pass(1000)
    const { draft } = await reloaded('1/5', noLocks)
    expect([textOf(draft), ...lateOf(draft)].sort()).toEqual(['one', 'other'])
    expect(textOf(one)).toBe(textOf(other))
    other.set({ text: 'gone on' })
    await pass(1000)
    expect(textOf(one)).toBe('gone on')
    expect(lateOf(one)).toHaveLength(1)
  })

  it('keep what the other tab wrote where one is emptied or discarded', async () => {
    for (const how of ['emptied', 'discarded']) {
      const { one, other } = await two(noLocks)
      one.set({ text: how === 'emptied' ? '' : 'not wanted' })
      other.set({ text: 'start, and more' })
      await other.flush()
      await settle()
      if (how === 'discarded') await one.discard()
      await pass(1000)
      expect(textOf((await reloaded('1/5', noLocks)).draft)).toBe('start, and more')
      await other.discard()
      await settle()
    }
  })

  it('keeps the text of a tab whose draft the other returned', async () => {
    const { one, other } = await two(noLocks)
    other.set({ text: 'typed on' })
    await one.discard()
    await pass(1000)
    expect(textOf((await reloaded('1/5', noLocks)).draft)).toBe('typed on')
    expect(textOf(one)).toBe('typed on')
  })
})

describe('what an older app left', () => {
  /** Two versions of one draft, as it stored them. */
  const left = async () => {
    const { draft } = await reloaded('1/5', noLocks)
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

  it('is offered beside the draft, and is the draft where it is opened once that is sent', async () => {
    await left()
    const { draft, outbox } = await reloaded()
    expect([textOf(draft), lateOf(draft)]).toEqual(['other', ['one']])
    await draft.discard()
    // Not in the field of somebody who is about to type.
    expect([textOf(draft), lateOf(draft)]).toEqual([undefined, ['one']])
    expect(await outbox.drafts.count()).toBe(1)
    expect(await outbox.drafts.list(note)).toMatchObject([{ key: '1/5', draft: { value: { text: 'one' } } }])
    draft.close()
    await settle()
    const { draft: anew } = await reloaded()
    expect([textOf(anew), lateOf(anew)]).toEqual(['one', []])
  })
})
