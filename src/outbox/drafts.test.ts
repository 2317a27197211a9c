import { setMaxListeners } from 'node:events'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { OpenDraft } from './Drafts.ts'
import { outboxName } from './outboxName.ts'
import { fakeTimers, note, pass, settle, testBrowser } from './testOutbox.ts'

let browser: ReturnType<typeof testBrowser>
beforeEach(() => {
  fakeTimers()
  browser = testBrowser()
  // Each look at the disk is by a tab of its own.
  setMaxListeners(0, browser.page)
})
afterEach(() => {
  browser.close()
  vi.useRealTimers()
})

type Note = OpenDraft<{ text: string; files?: string[] | undefined }>
const textOf = (draft: Note) => draft.state().saved?.value.text
const forksOf = (draft: Note) => draft.state().forks.map(({ value }) => value.text)

/** Raw access to what is on disk. */
function rows(table: string, work: (store: IDBObjectStore) => IDBRequest): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = browser.indexedDB.open(outboxName(7))
    request.onsuccess = () => {
      const database = request.result
      const transaction = database.transaction(table, 'readwrite')
      const asked = work(transaction.objectStore(table))
      transaction.oncomplete = () => {
        database.close()
        resolve(asked.result)
      }
      transaction.onerror = () => reject(transaction.error)
    }
  })
}

/** What a new page finds. */
async function reloaded(key = '1/5', options: Parameters<typeof browser.tab>[0] = {}) {
  const outbox = await browser.tab(options)
  return { outbox, draft: await outbox.drafts.open(note, key) }
}

it('stores what is typed within 500 ms, under continuous typing too', async () => {
  const { draft } = await reloaded()
  let text = ''
  for (let typed = 0; typed < 40; typed += 1) {
    text += 'x'
    draft.set({ text })
    expect(draft.state().value).toEqual({ text })
    await pass(50, 50)
    const { draft: other } = await reloaded()
    const behind = text.length - (textOf(other)?.length ?? 0)
    expect(behind * 50).toBeLessThanOrEqual(500)
  }
  await pass(500)
  expect(textOf(draft)).toBe(text)
  expect(draft.state().saving).toBe(false)
})

it.each(['pagehide', 'visibilitychange', 'beforeunload'])('stores at once on %s', async event => {
  const { draft } = await reloaded()
  draft.set({ text: 'half a sen' })
  browser.page.dispatchEvent(new Event(event))
  await settle()
  expect(textOf((await reloaded()).draft)).toBe('half a sen')
})

it('stores on closing, and removes what is empty or discarded', async () => {
  const { outbox, draft } = await reloaded()
  draft.set({ text: 'typed' })
  draft.close()
  await settle()
  expect((await outbox.drafts.list(note)).map(({ key }) => key)).toEqual(['1/5'])
  expect(await outbox.drafts.count()).toBe(1)
  const again = await outbox.drafts.open(note, '1/5')
  again.set({ text: '' })
  await again.flush()
  expect(await outbox.drafts.list(note)).toEqual([])
  again.set({ text: 'new' })
  await again.flush()
  await again.discard()
  expect(again.state()).toMatchObject({ value: undefined, saved: undefined, saving: false })
  expect(await outbox.drafts.count()).toBe(0)
})

it('keeps nothing readable on disk, and nothing another person or another draft could open', async () => {
  const { outbox, draft } = await reloaded()
  draft.set({ text: 'Mika wrote nonsense' })
  await draft.flush()
  await outbox.drafts.putFile(new File(['secret bytes'], 'secret.txt', { type: 'text/plain' }))
  const stored = [await rows('drafts', store => store.getAll()), await rows('files', store => store.getAll())]
  const text = JSON.stringify(stored, (_key, value) =>
    value instanceof ArrayBuffer ? new TextDecoder('latin1').decode(value) : value,
  )
  expect(text).toContain('note 1/5')
  expect(text).not.toMatch(/nonsense|secret/)

  // Moved to another key, it does not open.
  const [row] = (await rows('drafts', store => store.getAll())) as { id: string; key: string }[]
  await rows('drafts', store => store.put({ ...row, id: 'note 1/6', key: '1/6' }))
  const { draft: moved } = await reloaded('1/6')
  expect(moved.state().value).toBeUndefined()

  const { outbox: other, draft: theirs } = await reloaded('1/5', { key: new Uint8Array(32).fill(9) })
  expect(theirs.state().value).toBeUndefined()
  expect(await other.drafts.setAside()).toBe(2)
})

it('sets aside what is damaged or of another shape, and goes on', async () => {
  const { draft } = await reloaded()
  draft.set({ text: 'typed' })
  await draft.flush()
  const [row] = (await rows('drafts', store => store.getAll())) as { sealed: { content: ArrayBuffer } }[]
  await rows('drafts', store =>
    store.put({ ...row, sealed: { ...row?.sealed, content: new ArrayBuffer(3) } }),
  )
  const { outbox, draft: found } = await reloaded()
  expect(found.state().value).toBeUndefined()
  expect(await outbox.drafts.setAside()).toBe(1)
  found.set({ text: 'anew' })
  await found.flush()
  const { outbox: later } = await reloaded()
  const older = { ...note, value: note.value.refine(() => false) }
  expect(await later.drafts.list(older)).toEqual([])
  expect(await later.drafts.setAside()).toBe(2)
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

  it('keep the text of a tab whose draft the other returned', async () => {
    const { one, other } = await two()
    other.set({ text: 'typed on' })
    await one.discard()
    await pass(1000)
    expect(textOf((await reloaded()).draft)).toBe('typed on')
    expect(textOf(one)).toBe('typed on')
  })
})

describe('storage', () => {
  it.each([
    ['missing', undefined],
    [
      'blocked',
      {
        open: () => {
          throw new DOMException('no', 'SecurityError')
        },
      } as unknown as IDBFactory,
    ],
  ])('%s: works for as long as the page lives, and says so', async (_what, indexedDB) => {
    const { outbox, draft } = await reloaded('1/5', { indexedDB })
    expect(outbox.kept()).toBe(false)
    draft.set({ text: 'typed' })
    await pass(500)
    expect(draft.state()).toMatchObject({ value: { text: 'typed' }, saving: false, kept: false })
    draft.close()
    await settle()
    expect((await outbox.drafts.open(note, '1/5')).state().value).toEqual({ text: 'typed' })
    const file = await outbox.drafts.putFile(new File(['abc'], 'a.txt'))
    expect(await (await outbox.drafts.file(file.id))?.text()).toBe('abc')
  })

  it('full: the text stays on the page, says so, and is stored as soon as there is room', async () => {
    const { outbox, draft } = await reloaded()
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    draft.set({ text: 'typed' })
    await pass(1000)
    expect(draft.state()).toMatchObject({ value: { text: 'typed' }, kept: false, saving: true })
    await expect(outbox.drafts.putFile(new File(['abc'], 'a.txt'))).rejects.toMatchObject({ name: 'NotKept' })
    draft.close()
    await settle()
    expect(await outbox.drafts.list(note)).toMatchObject([
      { key: '1/5', draft: { value: { text: 'typed' } } },
    ])
    const again = await outbox.drafts.open(note, '1/5')
    expect(again.state().value).toEqual({ text: 'typed' })
    put.mockRestore()
    await pass(15_000)
    expect(again.state()).toMatchObject({ kept: true, saving: false })
    expect(textOf((await reloaded()).draft)).toBe('typed')
  })

  it('deleted by a sign-out in another tab: nothing of before is there, and typing goes on', async () => {
    const { draft } = await reloaded()
    draft.set({ text: 'before' })
    await draft.flush()
    await new Promise(resolve => {
      const request = browser.indexedDB.deleteDatabase(outboxName(7))
      request.onsuccess = resolve
    })
    expect((await reloaded()).draft.state().value).toBeUndefined()
    draft.set({ text: 'after' })
    await pass(500)
    expect(textOf((await reloaded()).draft)).toBe('after')
  })
})

describe('files', () => {
  it('come back with name and type, and go when nothing names them any more', async () => {
    const { outbox, draft } = await reloaded()
    const file = await outbox.drafts.putFile(new File(['abc'], 'täsk.pdf', { type: 'application/pdf' }))
    const shared = await outbox.drafts.putFile(new File(['def'], 'b.txt'))
    const forgotten = await outbox.drafts.putFile(new File(['ghi'], 'c.txt'))
    draft.set({ text: 'with files', files: [file.id, shared.id] })
    await draft.flush()
    const other = await outbox.drafts.open(note, '1/6')
    other.set({ text: 'too', files: [shared.id] })
    await other.flush()
    const back = await (await reloaded()).outbox.drafts.file(file.id)
    expect([back?.name, back?.type, await back?.text()]).toEqual(['täsk.pdf', 'application/pdf', 'abc'])
    await draft.discard()
    expect(await outbox.drafts.file(file.id)).toBeUndefined()
    expect(await outbox.drafts.file(shared.id)).toBeDefined()
    expect(await outbox.drafts.file(forgotten.id)).toBeDefined()
    browser.close()
    vi.setSystemTime(Date.now() + 2 * 24 * 60 * 60_000)
    const later = await browser.tab({ locks: undefined })
    await pass(1000)
    expect(await later.drafts.file(forgotten.id)).toBeUndefined()
    expect(await later.drafts.file(shared.id)).toBeDefined()
  })
})
