import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeTimers, forksOf, pass, reloadIn, settle, testBrowser, textOf } from '../../testing/testOutbox.ts'

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

describe('two tabs on one draft', () => {
  const two = async () => {
    const [one, other] = [await reloaded(), await reloaded()]
    one.draft.set({ text: 'start' })
    await one.draft.flush()
    await settle()
    return { one: one.draft, other: other.draft }
  }

  it('see what the other saved', async () => {
    const { one, other } = await two()
    expect(textOf(other)).toBe('start')
    other.set({ text: 'start, and more' })
    await other.flush()
    await settle()
    expect(textOf(one)).toBe('start, and more')
    expect(one.state().forks).toEqual([])
  })

  it('fork when both typed, visibly in both, and go on each with its own text', async () => {
    const { one, other } = await two()
    one.set({ text: 'one' })
    other.set({ text: 'other' })
    await pass(1000)
    expect([textOf(one), forksOf(one)]).toEqual(['one', ['other']])
    expect([textOf(other), forksOf(other)]).toEqual(['other', ['one']])
    one.set({ text: 'one, on' })
    other.set({ text: 'other, on' })
    await pass(1000)
    expect([textOf(one), forksOf(one)]).toEqual(['one, on', ['other, on']])
    expect([textOf(other), forksOf(other)]).toEqual(['other, on', ['one, on']])
    const { draft } = await reloaded()
    expect([textOf(draft), forksOf(draft)]).toEqual(['one, on', ['other, on']])
  })

  it('do not fork over the same text', async () => {
    const { one, other } = await two()
    one.set({ text: 'same' })
    other.set({ text: 'same' })
    await pass(1000)
    expect([one.state().forks, other.state().forks]).toEqual([[], []])
  })

  it.each([0, 1])('take either version or throw it away, in tab %i', async index => {
    for (const act of ['takeFork', 'dropFork'] as const) {
      const { one, other } = await two()
      one.set({ text: 'one' })
      other.set({ text: 'other' })
      await pass(1000)
      const here = index === 0 ? one : other
      const [mine, theirs] = index === 0 ? ['one', 'other'] : ['other', 'one']
      const [fork] = here.state().forks
      await here[act](fork?.id ?? '')
      await settle()
      const chosen = act === 'takeFork' ? theirs : mine
      expect([textOf(one), forksOf(one)]).toEqual([chosen, []])
      expect([textOf(other), forksOf(other)]).toEqual([chosen, []])
      await one.discard()
      await settle()
      expect(other.state().value).toBeUndefined()
    }
  })

  it('keep what was typed on after the other tab threw the version away', async () => {
    const { one, other } = await two()
    one.set({ text: 'one' })
    other.set({ text: 'other' })
    await pass(1000)
    other.set({ text: 'other, and this' })
    await one.dropFork(one.state().forks[0]?.id ?? '')
    await pass(1000)
    expect([textOf(one), forksOf(one)]).toEqual(['one', ['other, and this']])
  })

  it.each([0, 1])('keep what the other tab writes when tab %i discards its own', async index => {
    const { one, other } = await two()
    one.set({ text: 'one' })
    other.set({ text: 'other' })
    await pass(1000)
    const [here, there, theirs] = index === 0 ? [one, other, 'other'] : [other, one, 'one']
    await here.discard()
    await settle()
    expect([textOf(there), forksOf(there)]).toEqual([theirs, []])
    expect([textOf(here), forksOf(here)]).toEqual([theirs, []])
    there.set({ text: `${theirs}, on` })
    await pass(1000)
    const { outbox, draft } = await reloaded()
    expect([textOf(draft), forksOf(draft)]).toEqual([`${theirs}, on`, []])
    expect(await outbox.drafts.count()).toBe(1)
  })

  it('discard only what was typed here, not what the other saved over what it began with', async () => {
    const { one, other } = await two()
    one.set({ text: 'not wanted' })
    other.set({ text: 'start, and more' })
    await other.flush()
    await settle()
    await one.discard()
    expect(textOf((await reloaded()).draft)).toBe('start, and more')
  })

  it('go on in one version when the other discards while this one types', async () => {
    const { one, other } = await two()
    one.set({ text: 'one' })
    other.set({ text: 'other' })
    await pass(1000)
    const forked = textOf(other) === 'other' ? other : one
    forked.set({ text: 'typed on' })
    await one.discard()
    await pass(1000)
    expect([textOf(other), forksOf(other)]).toEqual(['typed on', []])
  })

  it.each([0, 1])('lose a version that is emptied, and not the other, in tab %i', async index => {
    const { one, other } = await two()
    one.set({ text: 'one' })
    other.set({ text: 'other' })
    await pass(1000)
    const [here, there, theirs] = index === 0 ? [one, other, 'other'] : [other, one, 'one']
    here.set({ text: '' })
    await pass(1000)
    expect([textOf(there), forksOf(there)]).toEqual([theirs, []])
    const { draft } = await reloaded()
    expect([textOf(draft), forksOf(draft)]).toEqual([theirs, []])
  })

  it('keep the text of a tab whose draft the other returned', async () => {
    const { one, other } = await two()
    other.set({ text: 'typed on' })
    await one.discard()
    await pass(1000)
    expect(textOf((await reloaded()).draft)).toBe('typed on')
    expect(textOf(one)).toBe('typed on')
  })
})
