import { expect, it } from 'vitest'
import { ChunkLoadError } from '../lib/loadChunk.ts'
import { dictionaries } from './dictionaries.ts'
import { createTexts, type LazySection } from './texts.ts'

/** Texts with real dictionaries. `hold` blocks a section of a language until it is released or fails. */
function createHeldTexts() {
  const held = new Map<string, Promise<void>>()
  const wait = async (name: string) => held.get(name)
  const later = <T extends object>(language: string, loads: T): T =>
    new Proxy(loads, {
      get: (target, section) => async () => {
        await wait(`${language}/${String(section)}`)
        const load: unknown = Reflect.get(target, section)
        return typeof load === 'function' ? load() : undefined
      },
    })
  const texts = createTexts({
    en: async () => {
      const { first, later: loads } = await dictionaries.en()
      return { first, later: later('en', loads) }
    },
    de: async () => {
      await wait('de')
      const { first, later: loads } = await dictionaries.de()
      return { first, later: later('de', loads) }
    },
  })
  const hold = (name: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    promise.catch(() => undefined)
    held.set(name, promise)
    return {
      release: () => {
        held.delete(name)
        resolve()
      },
      fail: () => reject(new TypeError('no network')),
    }
  }
  return { texts, hold }
}

const titleOf = (texts: ReturnType<typeof createTexts>, section: LazySection & ('timetable' | 'tokens')) =>
  texts.state()?.messages[section]?.title

it('has the common sections, and loads others on request', async () => {
  const { texts } = createHeldTexts()
  expect(texts.state()).toBeUndefined()
  await texts.setLanguage('en')
  expect(Object.keys(texts.state()?.messages ?? {}).sort()).toEqual(['common', 'errors', 'shell'])
  await texts.load('timetable')
  expect(titleOf(texts, 'timetable')).toBe('Timetable')
})

it('changes the language of all sections at once', async () => {
  const { texts, hold } = createHeldTexts()
  await texts.setLanguage('en')
  await texts.load('timetable', 'tokens')
  const tokens = hold('de/tokens')
  const languageChange = texts.setLanguage('de')
  const notifications: unknown[] = []
  texts.subscribe(() => notifications.push([texts.state()?.language, titleOf(texts, 'timetable')]))
  await Promise.resolve()
  expect(texts.state()?.language).toBe('en')
  tokens.release()
  await languageChange
  expect(notifications).toEqual([['de', 'Stundenplan']])
  expect(titleOf(texts, 'tokens')).toBe('Persönliche Zugriffstoken')
})

it('includes a section requested while another language loads', async () => {
  const { texts, hold } = createHeldTexts()
  await texts.setLanguage('en')
  await texts.load('tokens')
  const tokens = hold('de/tokens')
  const languageChange = texts.setLanguage('de')
  await texts.load('timetable')
  expect(titleOf(texts, 'timetable')).toBe('Timetable')
  tokens.release()
  await languageChange
  expect(titleOf(texts, 'timetable')).toBe('Stundenplan')
})

it('reloads a section if the language changed meanwhile', async () => {
  const { texts, hold } = createHeldTexts()
  await texts.setLanguage('en')
  const timetable = hold('en/timetable')
  const loaded = texts.load('timetable')
  await texts.setLanguage('de')
  timetable.release()
  await loaded
  expect(titleOf(texts, 'timetable')).toBe('Stundenplan')
})

it('uses the last requested language', async () => {
  const { texts, hold } = createHeldTexts()
  await texts.setLanguage('en')
  const german = hold('de')
  const first = texts.setLanguage('de')
  await texts.setLanguage('en')
  german.release()
  await first
  expect(texts.state()?.language).toBe('en')
})

it('keeps the language if another can’t be fetched', async () => {
  const { texts, hold } = createHeldTexts()
  await texts.setLanguage('en')
  const german = hold('de')
  const languageChange = texts.setLanguage('de')
  german.fail()
  await expect(languageChange).rejects.toBeInstanceOf(ChunkLoadError)
  expect(texts.state()?.language).toBe('en')
})

it('throws a missing section, and reloads after clearFailures', async () => {
  const { texts, hold } = createHeldTexts()
  await texts.setLanguage('en')
  const tokens = hold('en/tokens')
  const needed = texts.suspendFor('tokens')
  tokens.fail()
  await expect(needed).rejects.toBeInstanceOf(ChunkLoadError)
  // A component renders again after the failure, so a new attempt would repeat forever.
  expect(texts.suspendFor('tokens')).toBeInstanceOf(ChunkLoadError)
  tokens.release()
  texts.clearFailures()
  await texts.suspendFor('tokens')
  expect(titleOf(texts, 'tokens')).toBe('Personal access tokens')
})

it('loads a section once for two requests', async () => {
  const { texts, hold } = createHeldTexts()
  await texts.setLanguage('en')
  const tokens = hold('en/tokens')
  const [one, two] = [texts.suspendFor('tokens'), texts.suspendFor('tokens')]
  expect(one).toBe(two)
  tokens.release()
  await one
})
