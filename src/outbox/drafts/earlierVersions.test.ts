import { describe, expect, vi } from 'vitest'
import {
  advanceTime,
  getEarlierText,
  getSavedText,
  queryTable,
  type Reload,
  settle,
  test,
} from '../../testing/testOutbox.ts'

/** Receives no notifications, like a frozen tab. */
const isolated = { openChannel: () => undefined }

/** Opens one draft in two tabs: the first has saved `start`, the other is isolated. */
const openTwoTabs = async (reload: Reload) => {
  const [first, second] = [await reload(), await reload('1/5', isolated)]
  first.draft.set({ text: 'start' })
  await first.outbox.drafts.flush()
  await settle()
  return { one: first.draft, other: second.draft }
}

describe('text that was not saved in time', () => {
  test('restoreEarlier() swaps the versions, deleteEarlier() deletes the earlier one', async ({ reload }) => {
    const { one, other } = await openTwoTabs(reload)
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

  test('restoreEarlier() restores the shown version, not newer unsaved text', async ({ reload }) => {
    const { one, other } = await openTwoTabs(reload)
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

  test('text typed into an outdated draft becomes an earlier version', async ({ reload }) => {
    const { one, other } = await openTwoTabs(reload)
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

  test('text of a resumed tab becomes the draft after another tab discarded it', async ({ reload }) => {
    const { one, other } = await openTwoTabs(reload)
    await one.discard()
    other.set({ text: 'start, woken' })
    await advanceTime(1000)
    expect(other.state()).toMatchObject({ value: { text: 'start, woken' }, earlier: undefined })
  })

  test('text that equals the draft is not stored as an earlier version', async ({ reload }) => {
    const { other } = await openTwoTabs(reload)
    other.set({ text: 'sta' })
    other.set({ text: 'start' })
    await advanceTime(1000)
    expect(other.state()).toMatchObject({ value: { text: 'start' }, earlier: undefined, isReadOnly: true })
  })

  test('shows the newest of several earlier versions', async ({ browser, reload }) => {
    const { other } = await openTwoTabs(reload)
    for (const text of ['first', 'second']) {
      other.set({ text })
      await advanceTime(1000)
    }
    expect(getEarlierText(other)).toBe('second')
    await other.deleteEarlier()
    expect(getEarlierText(other)).toBe('first')
    await other.deleteEarlier()
    expect(getEarlierText(other)).toBeUndefined()
    // Includes versions that are not shown.
    expect(await queryTable(browser, 'forks', store => store.getAll())).toEqual([])
  })

  test('a submitted outdated draft becomes an earlier version', async ({ reload }) => {
    const { one, other } = await openTwoTabs(reload)
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
