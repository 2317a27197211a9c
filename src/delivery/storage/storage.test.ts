import { describe, expect, vi } from 'vitest'
import {
  advanceTime,
  type Browser,
  getSavedText,
  noteDraft,
  queryTable,
  settle,
  test,
  testKey,
} from '../../testing/testDelivery.ts'
import { getDatabaseName } from './databaseName.ts'

describe('storage', () => {
  test.for([
    ['missing', undefined],
    [
      'blocked',
      {
        open: () => {
          throw new DOMException('no', 'SecurityError')
        },
      } as unknown as IDBFactory,
    ],
  ] as const)('%s: works until the page closes, and reports that', async ([, indexedDB], { reload }) => {
    const { delivery, draft } = await reload('1/5', { indexedDB })
    expect(delivery.isPersistent()).toBe(false)
    draft.set({ text: 'typed' })
    await advanceTime(500)
    expect(draft.state()).toMatchObject({ value: { text: 'typed' }, saving: false, isPersistent: false })
    draft.close()
    await settle()
    expect((await delivery.drafts.open(noteDraft, '1/5')).state().value).toEqual({ text: 'typed' })
    const file = await delivery.drafts.putFile(new File(['abc'], 'a.txt'))
    expect(await (await delivery.drafts.file(file.id))?.text()).toBe('abc')
    expect(await delivery.drafts.fileInfo(file.id)).toEqual(file)
  })

  test('full: text stays in memory, and is saved once there is space', async ({ reload }) => {
    const { delivery, draft } = await reload()
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    draft.set({ text: 'typed' })
    await advanceTime(1000)
    expect(draft.state()).toMatchObject({ value: { text: 'typed' }, isPersistent: false, saving: true })
    await expect(delivery.drafts.putFile(new File(['abc'], 'a.txt'))).rejects.toMatchObject({
      name: 'StorageError',
    })
    draft.close()
    await settle()
    expect(await delivery.drafts.list(noteDraft)).toMatchObject([
      { key: '1/5', draft: { value: { text: 'typed' } } },
    ])
    const again = await delivery.drafts.open(noteDraft, '1/5')
    expect(again.state().value).toEqual({ text: 'typed' })
    put.mockRestore()
    await advanceTime(15_000)
    expect(again.state()).toMatchObject({ isPersistent: true, saving: false })
    expect(getSavedText((await reload()).draft)).toBe('typed')
  })

  test('deleted by a sign-out in another tab: only new text is saved', async ({ browser, reload }) => {
    const { draft } = await reload()
    draft.set({ text: 'before' })
    await draft.flush()
    const name = await getDatabaseName(7, testKey)
    await new Promise(resolve => {
      const request = browser.indexedDB.deleteDatabase(name)
      request.onsuccess = resolve
    })
    expect((await reload()).draft.state().value).toBeUndefined()
    draft.set({ text: 'after' })
    await advanceTime(500)
    expect(getSavedText((await reload()).draft)).toBe('after')
  })
})

/** A deletion waits until the frozen tab closes its database, and the opening waits for the deletion. */
async function openBehindFrozenTab(browser: Browser) {
  const name = await getDatabaseName(7, testKey)
  const asleep = await new Promise<IDBDatabase>(resolve => {
    const request = browser.indexedDB.open(name)
    request.onsuccess = () => resolve(request.result)
  })
  browser.indexedDB.deleteDatabase(name)
  await settle()
  return { name, asleep, opening: browser.tab() }
}

test('uses memory while a frozen tab blocks a deletion', async ({ browser }) => {
  const { name, asleep, opening } = await openBehindFrozenTab(browser)
  await advanceTime(20_500)
  const delivery = await opening
  expect(delivery.isPersistent()).toBe(false)
  asleep.close()
  await advanceTime(1000)
  const blocked = vi.fn()
  await new Promise(resolve => {
    const request = browser.indexedDB.deleteDatabase(name)
    request.onblocked = blocked
    request.onsuccess = resolve
  })
  expect(blocked).not.toHaveBeenCalled()
})

test('waits for a database that opens late, as on a busy computer', async ({ browser }) => {
  const { asleep, opening } = await openBehindFrozenTab(browser)
  await advanceTime(10_000)
  asleep.close()
  await advanceTime(1000)
  expect((await opening).isPersistent()).toBe(true)
})

describe('files', () => {
  test('are described without their content', async ({ browser, reload }) => {
    const { delivery } = await reload()
    const file = await delivery.drafts.putFile(new File(['abc'], 'a.txt', { type: 'text/plain' }))
    const row = (await queryTable(browser, 'files', store => store.get(file.id))) as { content: object }
    await queryTable(browser, 'files', store =>
      store.put({ ...row, content: { ...row.content, content: new ArrayBuffer(3) } }),
    )
    expect(await delivery.drafts.fileInfo(file.id)).toEqual(file)
    expect(await delivery.drafts.file(file.id)).toBeUndefined()
    expect(await delivery.drafts.fileInfo('unknown')).toBeUndefined()
  })

  test('keep name and type, and are deleted when no draft refers to them', async ({ browser, reload }) => {
    const { delivery, draft } = await reload()
    const file = await delivery.drafts.putFile(new File(['abc'], 'täsk.pdf', { type: 'application/pdf' }))
    const shared = await delivery.drafts.putFile(new File(['def'], 'b.txt'))
    const forgotten = await delivery.drafts.putFile(new File(['ghi'], 'c.txt'))
    draft.set({ text: 'with files', files: [file.id, shared.id] })
    await draft.flush()
    const other = await delivery.drafts.open(noteDraft, '1/6')
    other.set({ text: 'too', files: [shared.id] })
    await other.flush()
    const back = await (await reload()).delivery.drafts.file(file.id)
    expect([back?.name, back?.type, await back?.text()]).toEqual(['täsk.pdf', 'application/pdf', 'abc'])
    await draft.discard()
    expect(await delivery.drafts.file(file.id)).toBeDefined()
    browser.close()
    vi.setSystemTime(Date.now() + 2 * 24 * 60 * 60_000)
    const later = await browser.tab()
    await advanceTime(1000)
    expect(await later.drafts.file(file.id)).toBeUndefined()
    expect(await later.drafts.file(forgotten.id)).toBeUndefined()
    expect(await later.drafts.file(shared.id)).toBeDefined()
  })

  test('of more than 4 MB are stored in parts, and deleted with all of them', async ({ browser, reload }) => {
    const { delivery, draft } = await reload()
    const bytes = new Uint8Array(9 * 1024 * 1024).map((_, index) => (index * 7) >> 10)
    const file = await delivery.drafts.putFile(new File([bytes], 'scan.pdf', { type: 'application/pdf' }))
    draft.set({ text: 'with a scan', files: [file.id] })
    await draft.flush()
    expect(await queryTable(browser, 'files', store => store.getAllKeys())).toHaveLength(4)
    const back = await (await reload()).delivery.drafts.file(file.id)
    expect([back?.name, back?.type, back?.size]).toEqual(['scan.pdf', 'application/pdf', bytes.length])
    expect(
      new Uint8Array((await back?.arrayBuffer()) ?? []).every((byte, index) => byte === bytes[index]),
    ).toBe(true)
    await draft.discard()
    browser.close()
    vi.setSystemTime(Date.now() + 2 * 60 * 60_000)
    await browser.tab()
    await advanceTime(1000)
    expect(await queryTable(browser, 'files', store => store.getAllKeys())).toEqual([])
  })

  test('leave no parts if the storage is full', async ({ browser, reload }) => {
    const { delivery } = await reload()
    const { put } = IDBObjectStore.prototype
    let count = 0
    const stub = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
      this: IDBObjectStore,
      row,
    ) {
      count += 1
      if (count > 2) throw new DOMException('full', 'QuotaExceededError')
      return put.call(this, row)
    })
    const large = new File([new Uint8Array(13 * 1024 * 1024)], 'scan.pdf')
    await expect(delivery.drafts.putFile(large)).rejects.toMatchObject({ name: 'StorageError' })
    stub.mockRestore()
    expect(count).toBe(3)
    expect(await queryTable(browser, 'files', store => store.getAllKeys())).toEqual([])
  })

  test('are refused if the browser fails the transaction and never settles its request', async ({
    reload,
  }) => {
    const { delivery } = await reload()
    const stub = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
      this: IDBObjectStore,
    ) {
      this.transaction.abort()
      return new IDBRequest()
    })
    const file = new File(['abc'], 'a.txt')
    await expect(delivery.drafts.putFile(file)).rejects.toMatchObject({ name: 'StorageError' })
    stub.mockRestore()
  })
})
