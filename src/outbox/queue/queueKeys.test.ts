import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod/mini'
import type { submissions } from '../../contract/submissions.ts'
import {
  correctionInput,
  fakeTimers,
  pass,
  rowsIn,
  testBrowser,
  testKey,
  unverifiableWrite,
  verifiableWrite,
} from '../../testing/testOutbox.ts'
import { databaseName } from '../storage/outboxName.ts'
import type { WriteKind } from './Writes.ts'

let browser: ReturnType<typeof testBrowser>
beforeEach(() => {
  fakeTimers()
  browser = testBrowser()
})
afterEach(() => {
  browser.close()
  vi.useRealTimers()
})

const begun: unknown[] = []
beforeEach(() => {
  begun.length = 0
})

/** A kind that derives the remote state from the previous entry, without a request. */
const knowing: typeof verifiableWrite = {
  ...verifiableWrite,
  name: 'knowing',
  begin({ opened, last }) {
    begun.push(last?.text)
    return last ?? opened
  },
  end: ({ input, now }) => now ?? { text: input.body.teacher_correction, by: 7 },
}
const opened = { text: '', by: 0 }
const add = (outbox: Awaited<ReturnType<typeof browser.tab>>, text: string) =>
  outbox.writes.add(knowing, { input: correctionInput(5, text), lane: 'lane', opened })

describe('a kind that knows the remote state', () => {
  it('is sent without a check, and each entry receives the result of the previous one, even a day later', async () => {
    const outbox = await browser.tab({ kinds: [knowing] })
    await add(outbox, 'a')
    await add(outbox, 'b')
    await pass(1000)
    expect(browser.service.calls).toEqual(['POST 5', 'POST 5'])
    expect(outbox.writes.list().map(({ after }) => after)).toMatchObject([{ text: 'a' }, { text: 'b' }])
    await outbox.stop()
    await pass(24 * 3_600_000, 3_600_000)
    const later = await browser.tab({ kinds: [knowing] })
    await pass(120_000, 10_000)
    expect(later.writes.list()).toEqual([])
    await add(later, 'c')
    await pass(1000)
    expect(begun).toEqual([undefined, 'a', 'b'])
  })

  it('is checked after the cancellation of an entry that may have arrived', async () => {
    const outbox = await browser.tab({ kinds: [{ ...knowing, reconcile: () => 'unknown' }] })
    await add(outbox, 'a')
    await pass(1000)
    browser.service.outcomes = ['lostBefore']
    const [id = ''] = await add(outbox, 'b')
    await pass(10_000)
    expect(await outbox.writes.cancel(id)).toBe(true)
    browser.service.calls = []
    begun.length = 0
    await add(outbox, 'c')
    await pass(1000)
    expect(browser.service.calls).toEqual(['GET 5', 'POST 5'])
    expect(begun).toEqual([])
  })
})

describe('uploads', () => {
  const again: WriteKind<typeof submissions.correct> = {
    ...unverifiableWrite,
    name: 'again',
    repeatable: true,
  }
  const serving: WriteKind<typeof submissions.correct> = {
    ...unverifiableWrite,
    name: 'serving',
    serves: unverifiableWrite.name,
  }

  it('are sent again after a lost response if they are repeatable', async () => {
    const outbox = await browser.tab({ kinds: [again] })
    browser.service.outcomes = ['lostAfter']
    await outbox.writes.add(again, { input: correctionInput(5, 'a'), lane: 'lane' })
    await pass(10_000)
    expect(browser.service.done).toEqual(['5: a', '5: a'])
    expect(outbox.writes.list()[0]?.state).toBe('done')
  })

  it('are cancelled with the message they serve, and do not block other messages', async () => {
    const outbox = await browser.tab({ kinds: [serving, unverifiableWrite] })
    const entry = (text: string, group: string) => ({ input: correctionInput(5, text), lane: 'lane', group })
    browser.service.outcomes = ['refused']
    const ids = await outbox.writes.addAll([
      { kind: serving, entry: entry('a file', 'one') },
      { kind: unverifiableWrite, entry: entry('its message', 'one') },
      { kind: serving, entry: entry('another file', 'two') },
      { kind: unverifiableWrite, entry: entry('the next message', 'two') },
    ])
    await pass(1000)
    expect(outbox.writes.list().map(({ state }) => state)).toEqual([
      'failed',
      'waiting',
      'waiting',
      'waiting',
    ])
    await outbox.writes.cancel(ids[1] ?? '')
    await pass(1000)
    expect(browser.service.done).toEqual(['5: another file', '5: the next message'])
    expect(outbox.writes.list().map(({ state }) => state)).toEqual(['done', 'done'])
  })
})

it('keeps the entries of an older release', async () => {
  const name = await databaseName(7, testKey)
  const first = await browser.tab({ online: { now: () => false, subscribe: () => () => undefined } })
  await first.writes.add(verifiableWrite, { input: correctionInput(5, 'a'), lane: 'lane' })
  await pass(1000)
  const [row] = z.array(z.looseObject({})).parse(await rowsIn(browser, 'entries', store => store.getAll()))
  await first.stop()
  await new Promise(resolve => {
    browser.indexedDB.deleteDatabase(name).onsuccess = resolve
  })
  await new Promise<void>(resolve => {
    const older = browser.indexedDB.open(name, 1)
    older.onupgradeneeded = () => {
      for (const table of ['drafts', 'forks', 'files', 'setAside', 'leases']) {
        older.result.createObjectStore(table, { keyPath: 'id' })
      }
      older.result.createObjectStore('entries', { keyPath: 'id' }).put(row)
    }
    older.onsuccess = () => {
      older.result.close()
      resolve()
    }
  })
  const outbox = await browser.tab()
  await pass(1000)
  expect(outbox.kept()).toBe(true)
  expect(browser.service.done).toEqual(['5: a'])
})
