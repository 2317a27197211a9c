import { expect } from 'vitest'
import {
  advanceTime,
  getEarlierText,
  getSavedText,
  type Reload,
  settle,
  test,
  textEntry,
} from '../../testing/testDelivery.ts'

/** Receives no notifications, like a frozen tab. */
const isolated = { openChannel: () => undefined }

/** Opens one draft in two tabs: the first has saved `start`, the other is isolated. */
const openTwoTabs = async (reload: Reload) => {
  const [first, second] = [await reload(), await reload('1/5', isolated)]
  first.draft.set({ text: 'start' })
  await first.delivery.drafts.flush()
  await settle()
  return { one: first.draft, other: second.draft, otherDelivery: second.delivery }
}

test('a tab without unsaved text takes over what another tab saves', async ({ reload }) => {
  const [{ draft: one }, { draft: other }] = [await reload(), await reload()]
  const { formKey } = other.state()
  one.set({ text: 'typed' })
  await advanceTime(1000)
  expect(other.state()).toMatchObject({ value: { text: 'typed' }, earlier: undefined })
  expect(other.state().formKey).not.toBe(formKey)
})

test('a save keeps text of another tab, which this tab has never shown, as the earlier version', async ({
  reload,
}) => {
  const { one, other } = await openTwoTabs(reload)
  other.set({ text: 'other' })
  await advanceTime(1000)
  expect([getSavedText(other), getEarlierText(other)]).toEqual(['other', 'start'])
  expect([getSavedText(one), getEarlierText(one)]).toEqual(['start', undefined])
})

test('restoreEarlier() swaps the versions, deleteEarlier() deletes the earlier one', async ({ reload }) => {
  const { other } = await openTwoTabs(reload)
  other.set({ text: 'other' })
  await advanceTime(1000)
  const { formKey } = other.state()
  await other.restoreEarlier()
  expect([getSavedText(other), getEarlierText(other)]).toEqual(['start', 'other'])
  expect(other.state().formKey).not.toBe(formKey)
  await other.deleteEarlier()
  expect([getSavedText(other), getEarlierText(other)]).toEqual(['start', undefined])
})

test('emptying a draft keeps its earlier version', async ({ reload }) => {
  const { other } = await openTwoTabs(reload)
  other.set({ text: 'other' })
  await advanceTime(1000)
  other.set({ text: '' })
  await advanceTime(1000)
  const { delivery, draft } = await reload()
  expect([getSavedText(draft), getEarlierText(draft)]).toEqual([undefined, 'start'])
  expect(await delivery.drafts.names()).toHaveLength(1)
})

test('text of a resumed tab becomes the draft after another tab discarded it', async ({ reload }) => {
  const { one, other } = await openTwoTabs(reload)
  await one.discard()
  other.set({ text: 'start, woken' })
  await advanceTime(1000)
  expect(other.state()).toMatchObject({ value: { text: 'start, woken' }, earlier: undefined })
})

test('a draft is submitted once, although two tabs show it', async ({ reload, browser }) => {
  browser.online.set(false)
  const [first, second] = [await reload(), await reload('1/5', isolated)]
  first.draft.set({ text: 'typed' })
  await first.delivery.drafts.flush()
  const { delivery, draft } = await reload('1/5', isolated)
  const submit = (tab: typeof first) =>
    tab.draft.submit(
      { text: 'typed' },
      change => tab.delivery.entries.add([textEntry(5, 'typed')], change),
      () => ({ text: '' }),
    )
  expect(await submit(first)).toBe(true)
  expect(await submit({ delivery, draft })).toBe(false)
  expect(first.delivery.entries.list()).toHaveLength(1)
  expect(getSavedText(second.draft)).toBeUndefined()
})

test('edit() puts the text back, and keeps newer text of the draft as the earlier version', async ({
  reload,
  browser,
}) => {
  browser.online.set(false)
  const { delivery, draft } = await reload()
  const snapshot = { kind: 'note', key: '1/5', value: { text: 'sent' } }
  await delivery.entries.add([textEntry(5, 'sent', { draft: snapshot })])
  draft.set({ text: 'newer' })
  await draft.flush()
  const [entry] = delivery.entries.list()
  expect(await delivery.entries.edit(entry?.id ?? '')).toBe(true)
  await settle()
  expect([getSavedText(draft), getEarlierText(draft)]).toEqual(['sent', 'newer'])
  expect(delivery.entries.list()).toEqual([])
})
