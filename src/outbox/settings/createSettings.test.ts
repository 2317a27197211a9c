import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod/mini'
import { SettingService } from '../../testing/SettingService.ts'
import { advanceTime, fakeTimers, settle, testBrowser } from '../../testing/testOutbox.ts'
import type { Outbox } from '../Outbox.ts'
import { type Entries, removeEntry, setEntry } from './entries.ts'
import { defineSetting, onlyKey, readValues } from './settingKind.ts'

const words = defineSetting({
  draftName: 'words',
  name: 'words',
  value: z.string(),
  maxEntries: 100,
  earlier: z.pipe(
    z.object({ words: z.array(z.string()) }),
    z.transform(
      ({ words }): Entries => Object.fromEntries(words.map(word => [word, { at: 1, value: word }])),
    ),
  ),
})

type Browser = ReturnType<typeof testBrowser>
const browsers: Browser[] = []
let service: SettingService
beforeEach(() => {
  fakeTimers()
  service = new SettingService()
})
afterEach(() => {
  for (const browser of browsers.splice(0)) browser.close()
  vi.useRealTimers()
})

const openBrowser = () => {
  const browser = testBrowser()
  browsers.push(browser)
  return browser
}
const openTab = (browser = openBrowser()) => browser.tab({ call: service.call, settingKinds: [words] })
const write = (outbox: Outbox, id: string, value = id) =>
  outbox.settings.change(words, onlyKey, (entries, now) => setEntry(entries, id, value, now))
const remove = (outbox: Outbox, id: string) =>
  outbox.settings.change(words, onlyKey, (entries, now) => removeEntry(entries, id, now))
const receive = (outbox: Outbox) => outbox.settings.receive(words, onlyKey, service.getSetting())
async function readLocal(outbox: Outbox) {
  const [copy] = await outbox.drafts.list(words.draft)
  return copy?.draft.value
}
const valuesOf = (entries: Entries = {}) =>
  [...readValues(words, entries).values()].map(({ value }) => value).toSorted()
const readWords = async (outbox: Outbox) => valuesOf((await readLocal(outbox))?.entries)
const storedWords = () => valuesOf(service.entries)

describe('a changed setting', () => {
  it('is on disk at once, and sent with one request after a few seconds', async () => {
    const outbox = await openTab()
    await receive(outbox)
    expect(await write(outbox, 'one')).toBe(true)
    expect(await readLocal(outbox)).toMatchObject({ isSent: false })
    for (const word of ['two', 'three']) await write(outbox, word)
    expect(service.requests).toEqual([])
    await advanceTime(3_000)
    expect(service.requests).toEqual(['POST'])
    expect(storedWords()).toEqual(['one', 'three', 'two'])
    expect(await readLocal(outbox)).toMatchObject({ isSent: true })
    await advanceTime(3_600_000, 60_000)
    expect(service.requests).toEqual(['POST'])
  })

  it('is read before it is sent if the service has no versions', async () => {
    service.hasVersions = false
    const outbox = await openTab()
    await receive(outbox)
    service.write({ far: { at: 1, value: 'far' } })
    await write(outbox, 'here')
    await advanceTime(3_000)
    expect(service.requests).toEqual(['GET', 'POST'])
    expect(storedWords()).toEqual(['far', 'here'])
    expect(await readWords(outbox)).toEqual(['far', 'here'])
  })

  it('is sent at most twice a minute, whatever is typed', async () => {
    const outbox = await openTab()
    for (let count = 0; count < 60; count += 1) {
      await write(outbox, `word ${count}`)
      await advanceTime(1_000)
    }
    await advanceTime(30_000)
    expect(service.requests.filter(method => method === 'POST').length).toBeLessThanOrEqual(4)
    expect(storedWords()).toHaveLength(60)
  })

  it('is sent when the page is hidden, and before a sign-out', async () => {
    const browser = openBrowser()
    const outbox = await openTab(browser)
    await write(outbox, 'one')
    browser.page.dispatchEvent(new Event('visibilitychange'))
    await settle()
    expect(storedWords()).toEqual(['one'])
    await write(outbox, 'two')
    await outbox.settings.flush()
    expect(storedWords()).toEqual(['one', 'two'])
  })

  it('is not sent again without a change', async () => {
    const outbox = await openTab()
    await write(outbox, 'one')
    await outbox.settings.flush()
    const requests = [...service.requests]
    await outbox.settings.change(words, onlyKey, entries => entries)
    await receive(outbox)
    await advanceTime(120_000)
    expect(service.requests).toEqual(requests)
  })
})

describe('two devices', () => {
  it('have the changes of both, and the later change to an entry wins', async () => {
    const [phone, desk] = [await openTab(), await openTab()]
    await write(phone, 'a', 'phone')
    await advanceTime(10)
    await write(desk, 'a', 'desk')
    await write(desk, 'b')
    await write(phone, 'c')
    await Promise.all([phone.settings.flush(), desk.settings.flush()])
    for (const outbox of [phone, desk]) await receive(outbox)
    await advanceTime(60_000)
    expect(storedWords()).toEqual(['b', 'c', 'desk'])
    for (const outbox of [phone, desk]) expect(await readWords(outbox)).toEqual(['b', 'c', 'desk'])
  })

  it('do not restore an entry that one of them has deleted', async () => {
    const [phone, desk] = [await openTab(), await openTab()]
    await write(phone, 'a')
    await phone.settings.flush()
    await receive(desk)
    await advanceTime(1)
    await remove(phone, 'a')
    await phone.settings.flush()
    await write(desk, 'b')
    await desk.settings.flush()
    await receive(phone)
    for (const outbox of [phone, desk]) expect(await readWords(outbox)).toEqual(['b'])
    expect(storedWords()).toEqual(['b'])
  })

  it('keep both changes if they write at the same time', async () => {
    const outbox = await openTab()
    await receive(outbox)
    await write(outbox, 'here')
    let count = 0
    service.onWrite = () => {
      count += 1
      if (count === 1) service.write({ far: { at: Date.now(), value: 'far' } })
    }
    await outbox.settings.flush()
    expect(service.requests).toEqual(['POST', 'GET', 'POST'])
    expect(storedWords()).toEqual(['far', 'here'])
    expect(await readLocal(outbox)).toMatchObject({ isSent: true })
  })

  it('order their changes by the time of the service', async () => {
    const outbox = await openTab()
    service.clockOffset = 3_600_000
    service.write({ a: { at: Date.now() + 1_800_000, value: 'earlier' } })
    await receive(outbox)
    await write(outbox, 'b')
    const entries = (await readLocal(outbox))?.entries
    expect(entries?.b?.at).toBe(Date.now() + 3_600_000)
  })
})

describe('a change that could not be sent', () => {
  it.each(['offline', 'server', 'busy'] as const)('is sent again later: %s', async failure => {
    service.failures = [failure, failure]
    const outbox = await openTab()
    await write(outbox, 'one')
    await advanceTime(3_000)
    expect(outbox.settings.getProblem('words')).toBe('unreachable')
    expect(await readLocal(outbox)).toMatchObject({ isSent: false })
    await advanceTime(120_000, 5_000)
    expect(storedWords()).toEqual(['one'])
    expect(outbox.settings.getProblem('words')).toBeUndefined()
  })

  it('does not cause a storm of requests', async () => {
    service.failures = Array.from({ length: 100 }, () => 'server' as const)
    const outbox = await openTab()
    await write(outbox, 'one')
    await advanceTime(3_600_000, 60_000)
    expect(service.requests.length).toBeLessThan(14)
  })

  it('waits for the network and for the session', async () => {
    const browser = openBrowser()
    browser.online.set(false)
    browser.active.set(false)
    const outbox = await openTab(browser)
    await write(outbox, 'one')
    await advanceTime(10_000)
    browser.online.set(true)
    await advanceTime(10_000)
    expect(service.requests).toEqual([])
    browser.active.set(true)
    await settle()
    expect(storedWords()).toEqual(['one'])
  })

  it('is sent after a reload', async () => {
    const browser = openBrowser()
    browser.online.set(false)
    const before = await openTab(browser)
    await write(before, 'one')
    await advanceTime(5_000)
    await before.stop()
    browser.online.set(true)
    await openTab(browser)
    await advanceTime(4_000)
    expect(storedWords()).toEqual(['one'])
  })

  it('is not sent twice if the response was lost', async () => {
    service.losesResponse = true
    const outbox = await openTab()
    await write(outbox, 'one')
    await advanceTime(120_000, 5_000)
    expect(service.version).toBe(1)
    expect(await readLocal(outbox)).toMatchObject({ isSent: true })
  })

  it.each([
    ['unsupported', 'unsupported'],
    ['noScope', 'refused'],
    ['tooLarge', 'refused'],
    ['invalid', 'refused'],
  ] as const)('stays on the device: %s', async (failure, problem) => {
    service.failures = [failure]
    const outbox = await openTab()
    await write(outbox, 'one')
    await advanceTime(600_000, 60_000)
    expect(outbox.settings.getProblem('words')).toBe(problem)
    expect(service.requests).toHaveLength(1)
    expect(await readWords(outbox)).toEqual(['one'])
  })

  it('does not replace the value of a newer release', async () => {
    service.value = '{"format":2,"more":true}'
    const outbox = await openTab()
    await receive(outbox)
    await write(outbox, 'one')
    await advanceTime(60_000, 5_000)
    expect(service.requests).not.toContain('POST')
    expect(outbox.settings.getProblem('words')).toBe('refused')
    expect(await readWords(outbox)).toEqual(['one'])
  })
})

it('two tabs of a device change one copy', async () => {
  const browser = openBrowser()
  const [first, second] = [await openTab(browser), await openTab(browser)]
  await Promise.all([write(first, 'one'), write(second, 'two'), write(first, 'three')])
  await advanceTime(60_000, 5_000)
  expect(storedWords()).toEqual(['one', 'three', 'two'])
  for (const outbox of [first, second]) expect(await readWords(outbox)).toEqual(['one', 'three', 'two'])
})

it('adopts the earlier copy of a device', async () => {
  const browser = openBrowser()
  const before = await browser.tab()
  const earlier = { ...words.draft, value: z.object({ words: z.array(z.string()) }), isEmpty: () => false }
  const draft = await before.drafts.open(earlier, onlyKey)
  draft.set({ words: ['old', 'gold'] })
  await draft.flush()
  await before.stop()
  service.write({ far: { at: 5, value: 'far' } })
  const outbox = await openTab(browser)
  await advanceTime(4_000)
  expect(storedWords()).toEqual(['far', 'gold', 'old'])
  expect(await readWords(outbox)).toEqual(['far', 'gold', 'old'])
})
