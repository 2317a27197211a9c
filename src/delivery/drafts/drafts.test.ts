import { expect } from 'vitest'
import { z } from 'zod/mini'
import { advanceTime, getSavedText, noteDraft, queryTable, settle, test } from '../../testing/testDelivery.ts'

test('saves typed text within 500 ms, even during continuous typing', async ({ reload }) => {
  const { draft } = await reload()
  let text = ''
  for (let typed = 0; typed < 40; typed += 1) {
    text += 'x'
    draft.set({ text })
    expect(draft.state().value).toEqual({ text })
    await advanceTime(50, 50)
    const { draft: other } = await reload()
    const behind = text.length - (getSavedText(other)?.length ?? 0)
    expect(behind * 50).toBeLessThanOrEqual(500)
  }
  await advanceTime(500)
  expect(getSavedText(draft)).toBe(text)
  expect(draft.state().saving).toBe(false)
})

test.for(['pagehide', 'visibilitychange', 'beforeunload'])(
  'saves at once on %s',
  async (event, { browser, reload }) => {
    const { draft } = await reload()
    draft.set({ text: 'half a sen' })
    browser.page.dispatchEvent(new Event(event))
    await settle()
    expect(getSavedText((await reload()).draft)).toBe('half a sen')
  },
)

test('saves on close, and deletes empty and discarded drafts', async ({ reload }) => {
  const { delivery, draft } = await reload()
  draft.set({ text: 'typed' })
  draft.close()
  await settle()
  expect((await delivery.drafts.list(noteDraft)).map(({ key }) => key)).toEqual(['1/5'])
  expect(await delivery.drafts.names()).toHaveLength(1)
  const again = await delivery.drafts.open(noteDraft, '1/5')
  again.set({ text: '' })
  await again.flush()
  expect(await delivery.drafts.list(noteDraft)).toEqual([])
  again.set({ text: 'new' })
  await again.flush()
  await again.discard()
  expect(again.state()).toMatchObject({ value: undefined, saved: undefined, saving: false })
  expect(await delivery.drafts.names()).toHaveLength(0)
})

test('hides a discarded draft at once, and saves text typed afterwards', async ({ reload }) => {
  const { draft } = await reload()
  draft.set({ text: 'sent' })
  await draft.flush()
  const discarded = draft.discard()
  expect(draft.state()).toMatchObject({ value: undefined, saved: undefined })
  draft.set({ text: 'next' })
  await discarded
  expect(draft.state().value).toEqual({ text: 'next' })
  await advanceTime(1000)
  expect(getSavedText((await reload()).draft)).toBe('next')
})

test('discards a draft that is closed during a save or read', async ({ reload }) => {
  const { delivery, draft } = await reload()
  draft.set({ text: 'sent' })
  void draft.flush()
  void delivery.drafts.flush()
  const discarded = draft.discard()
  draft.close()
  const reopened = await delivery.drafts.open(noteDraft, '1/5')
  expect(reopened.state().value).toBeUndefined()
  await discarded
  await settle()
  expect(getSavedText((await reload()).draft)).toBeUndefined()
})

test('stores drafts and files encrypted, and a moved row can’t be decrypted', async ({ browser, reload }) => {
  const { delivery, draft } = await reload()
  draft.set({ text: 'Mika wrote nonsense' })
  await draft.flush()
  await delivery.drafts.putFile(new File(['secret bytes'], 'secret.txt', { type: 'text/plain' }))
  const stored = [
    await queryTable(browser, 'drafts', store => store.getAll()),
    await queryTable(browser, 'files', store => store.getAll()),
  ]
  const text = JSON.stringify(stored, (_key, value) =>
    value instanceof ArrayBuffer ? new TextDecoder('latin1').decode(value) : value,
  )
  expect(text).toContain('note 1/5')
  expect(text).not.toMatch(/nonsense|secret/)

  const [row] = (await queryTable(browser, 'drafts', store => store.getAll())) as {
    id: string
    key: string
  }[]
  await queryTable(browser, 'drafts', store => store.put({ ...row, id: 'note 1/6', key: '1/6' }))
  const { draft: moved } = await reload('1/6')
  expect(moved.state().value).toBeUndefined()
})

test('keeps drafts of another encryption key until that key returns', async ({ reload }) => {
  const { draft } = await reload()
  draft.set({ text: 'under the old key' })
  await draft.flush()
  const { draft: reopened } = await reload('1/5', { key: new Uint8Array(32).fill(9) })
  expect(reopened.state().value).toBeUndefined()
  reopened.set({ text: 'under the new one' })
  await reopened.flush()
  const { draft: found } = await reload()
  expect(found.state().value).toEqual({ text: 'under the old key' })
})

test.for(['flush', 'close'] as const)(
  'saves the latest text if stop() is followed by %s()',
  async (what, { reload }) => {
    const { delivery, draft } = await reload()
    const { draft: otherDraft } = await reload()
    draft.set({ text: 'the last letter' })
    void delivery.stop()
    void draft[what]()
    await settle()
    expect(getSavedText((await reload()).draft)).toBe('the last letter')
    expect(getSavedText(otherDraft)).toBe('the last letter')
  },
)

test('saves no text after stopWithoutSaving()', async ({ reload }) => {
  const { delivery, draft } = await reload()
  draft.set({ text: 'typed' })
  delivery.stopWithoutSaving()
  void draft.flush()
  await advanceTime(1000)
  expect((await reload()).draft.state().value).toBeUndefined()
})

test('drops damaged drafts and drafts that do not match the schema', async ({ browser, reload }) => {
  const { draft } = await reload()
  draft.set({ text: 'typed' })
  await draft.flush()
  type Row = { text: { sealed: object } }
  const [row] = (await queryTable(browser, 'drafts', store => store.getAll())) as Row[]
  const text = { ...row?.text, sealed: { ...row?.text.sealed, content: new ArrayBuffer(3) } }
  await queryTable(browser, 'drafts', store => store.put({ ...row, text }))
  const { draft: found } = await reload()
  expect(found.state().value).toBeUndefined()
  found.set({ text: 'anew' })
  await found.flush()
  const { delivery } = await reload()
  const other = { ...noteDraft, value: noteDraft.value.check(z.refine(() => false)) }
  expect(await delivery.drafts.list(other)).toEqual([])
})
