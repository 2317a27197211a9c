import { describe, expect, vi } from 'vitest'
import { z } from 'zod/mini'
import { documents } from '../../contract/documents.ts'
import { submissions } from '../../contract/submissions.ts'
import {
  advanceTime,
  type Browser,
  correctionInput,
  settle,
  test,
  textEntry,
} from '../../testing/testDelivery.ts'
import type { Delivery } from '../Delivery.ts'
import { type Entry, step } from './Entry.ts'

const getStates = (delivery: Delivery) => delivery.entries.list().map(({ state }) => state)

const addText = async (delivery: Delivery, ...entry: Parameters<typeof textEntry>): Promise<Entry> => {
  await delivery.entries.add([textEntry(...entry)])
  await settle()
  const added = delivery.entries.list().at(-1)
  if (!added) throw new Error('the entry was not added')
  return added
}

const useKeys = (browser: Browser) => {
  browser.service.responsesByKey = new Map()
}

describe('a lane', () => {
  test('is sent in order, and others are sent beside it', async ({ browser }) => {
    browser.service.outcomes = ['busy']
    const { entries } = await browser.tab()
    await entries.add([textEntry(1, 'a'), textEntry(1, 'b'), textEntry(2, 'c')])
    await settle()
    expect(browser.service.executed).toEqual(['2: c'])
    await advanceTime(4000)
    expect(browser.service.executed).toEqual(['2: c', '1: a', '1: b'])
  })

  test('waits for the decision about a refused entry', async ({ browser }) => {
    browser.service.outcomes = ['refused']
    const delivery = await browser.tab()
    const refused = await addText(delivery, 1, 'a')
    await addText(delivery, 1, 'b')
    expect(getStates(delivery)).toEqual(['failed', 'waiting'])
    await delivery.entries.retry(refused.id)
    await settle()
    expect(browser.service.executed).toEqual(['1: a', '1: b'])
  })
})

describe('a lost response', () => {
  test('is asked for again with the same key', async ({ browser }) => {
    useKeys(browser)
    browser.service.outcomes = ['lostAfter', 'lostAfter']
    const delivery = await browser.tab()
    await addText(delivery, 1, 'a')
    await advanceTime(10_000)
    expect([getStates(delivery), browser.service.executed]).toEqual([['done'], ['1: a']])
    expect(new Set(browser.service.keys).size).toBe(1)
  })

  test('is asked for again by the next page', async ({ browser }) => {
    useKeys(browser)
    browser.service.outcomes = ['lostAfter']
    const first = await browser.tab()
    await addText(first, 1, 'a')
    await first.stop()
    const second = await browser.tab()
    await advanceTime(2000)
    expect([getStates(second), browser.service.executed]).toEqual([['done'], ['1: a']])
  })

  test('without keys is uncertain, and is sent again only by the user', async ({ browser }) => {
    browser.service.outcomes = ['lostAfter']
    const delivery = await browser.tab()
    const { id } = await addText(delivery, 1, 'a')
    await advanceTime(60_000)
    expect([getStates(delivery), browser.service.executed]).toEqual([['uncertain'], ['1: a']])
    await delivery.entries.retry(id)
    await settle()
    expect(browser.service.executed).toEqual(['1: a', '1: a'])
  })

  test('is uncertain when the key is too old', async ({ browser }) => {
    useKeys(browser)
    browser.service.outcomes = ['lostAfter']
    const first = await browser.tab()
    await addText(first, 1, 'a')
    await first.stop()
    vi.setSystemTime(Date.now() + 24 * 60 * 60_000)
    const second = await browser.tab()
    await advanceTime(2000)
    expect([getStates(second), browser.service.executed]).toEqual([['uncertain'], ['1: a']])
  })
})

describe('a conflict', () => {
  test('is found before the request, and replaced only after the user saw it', async ({ browser }) => {
    browser.service.texts.set(1, { text: 'of another teacher', by: 9 })
    const delivery = await browser.tab()
    const conflict = await addText(delivery, 1, 'a', { base: 'seen' })
    expect(conflict).toMatchObject({ state: 'conflict', remote: 'of another teacher' })
    expect(browser.service.executed).toEqual([])
    browser.service.texts.set(1, { text: 'newer', by: 9 })
    await delivery.entries.retry(conflict.id)
    await settle()
    const [again] = delivery.entries.list()
    expect(again).toMatchObject({ state: 'conflict', remote: 'newer' })
    await delivery.entries.retry(conflict.id)
    await settle()
    expect(browser.service.executed).toEqual(['1: a'])
  })
})

describe('several steps', () => {
  test('use earlier results, and continue after a crash', async ({ browser }) => {
    useKeys(browser)
    browser.service.outcomes = ['ok', 'lostAfter']
    const first = await browser.tab()
    const second = {
      ...correctionInput(2, ''),
      body: { teacher_correction: { ofStep: 0, part: 'text', within: 'after {}' } },
    }
    await first.entries.add([
      {
        lane: 'both',
        title: 'both',
        steps: [step(submissions.correct, correctionInput(1, 'a')), step(submissions.correct, second)],
      },
    ])
    await settle()
    await first.stop()
    const delivery = await browser.tab()
    await advanceTime(2000)
    expect([getStates(delivery), browser.service.executed]).toEqual([['done'], ['1: a', '2: after a']])
  })

  test('mark files that were sent already when the text is edited', async ({ browser }) => {
    const delivery = await browser.tab({
      endpoints: [{ endpoint: documents.upload }, { endpoint: submissions.correct }],
    })
    browser.service.outcomes = ['ok', 'refused']
    const file = await delivery.drafts.putFile(new File(['a'], 'a.txt'))
    const value = { text: 'with a file', files: [file] }
    await delivery.entries.add([
      {
        lane: 'correction',
        title: 'correction',
        steps: [
          step(documents.upload, { body: { related_to: 'todo.1', file: { storedFile: file.id } } }),
          step(submissions.correct, correctionInput(1, 'a')),
        ],
        draft: { kind: 'anyNote', key: '1', value },
      },
    ])
    await settle()
    const [failed] = delivery.entries.list()
    expect(failed?.state).toBe('failed')
    expect(await delivery.entries.edit(failed?.id ?? '')).toBe(true)
    const anyNote = { name: 'anyNote', value: z.any(), isEmpty: () => false }
    const [stored] = await delivery.drafts.list(anyNote)
    expect(stored?.draft.value).toEqual({ text: 'with a file', files: [{ ...file, isSent: true }] })
  })

  test('fail with the reason if a file is gone', async ({ browser }) => {
    const delivery = await browser.tab({ endpoints: [{ endpoint: documents.upload }] })
    const input = { body: { related_to: 'todo.1', file: { storedFile: 'gone' } } }
    await delivery.entries.add([{ lane: 'a', title: 'a', steps: [step(documents.upload, input)] }])
    await settle()
    expect(delivery.entries.list()).toMatchObject([{ state: 'failed', error: { kind: 'notFound' } }])
  })
})

describe('undo', () => {
  test('withdraws an entry before its time, and not after it', async ({ browser }) => {
    const delivery = await browser.tab()
    const kept = await addText(delivery, 1, 'kept', { notBefore: Date.now() + 10_000 })
    const withdrawn = await addText(delivery, 2, 'withdrawn', { notBefore: Date.now() + 10_000 })
    await advanceTime(5000)
    expect(await delivery.entries.cancel(withdrawn.id)).toBe(true)
    await advanceTime(6000)
    expect(browser.service.executed).toEqual(['1: kept'])
    expect(await delivery.entries.cancel(kept.id)).toBe(false)
  })
})

describe('two tabs', () => {
  test('send an entry once, and the other tab continues when the first is closed', async ({ browser }) => {
    const [first, second] = [await browser.tab(), await browser.tab()]
    await addText(second, 1, 'a')
    await advanceTime(2000)
    expect([getStates(first), getStates(second)]).toEqual([['done'], ['done']])
    await first.stop()
    await addText(second, 1, 'b')
    await advanceTime(12_000)
    expect(browser.service.executed).toEqual(['1: a', '1: b'])
  })

  test('remove an entry a minute after it was sent', async ({ browser }) => {
    const delivery = await browser.tab()
    await addText(delivery, 1, 'a')
    await advanceTime(50_000)
    expect(getStates(delivery)).toEqual(['done'])
    await advanceTime(50_000)
    expect(getStates(delivery)).toEqual([])
  })
})

test('nothing is sent while offline or signed out', async ({ browser }) => {
  browser.online.set(false)
  const delivery = await browser.tab()
  await addText(delivery, 1, 'a')
  browser.active.set(false)
  browser.online.set(true)
  await advanceTime(5000)
  expect(browser.service.calls).toEqual([])
  browser.active.set(true)
  await settle()
  expect(browser.service.executed).toEqual(['1: a'])
})
