import { createStore } from 'zustand/vanilla'
import { lazyChunk } from '../lib/lazyChunk.ts'
import { dictionaries } from './dictionaries.ts'
import type { Language } from './language.ts'
import type { English, FirstMessages, LaterMessages } from './Messages.ts'

export type LaterSection = keyof LaterMessages

/** The language that is spoken, and its texts as far as they are here. */
export type Speech = { language: Language; messages: FirstMessages & Partial<LaterMessages> }

/** The texts of the page: one language at a time, and of it what the screens so far have needed. */
export type Texts = {
  /** Missing until a language was spoken. The same object until something changes. */
  state(): Speech | undefined
  subscribe(listener: () => void): () => void
  /**
   * Turns to another language once it has every section that is in use; until then the one before goes on. The last
   * call wins. Throws `ChunkMissing`.
   */
  speak(language: Language): Promise<void>
  /** Fetches sections that are not here yet. Throws `ChunkMissing`; the next call tries again. */
  load(...sections: LaterSection[]): Promise<void>
  /** For rendering, which throws it: the load while it is under way, what it failed with until `forgetFailures`. */
  need(section: LaterSection): Promise<void> | Error
  /** What could not be fetched may be tried again. */
  forgetFailures(): void
}

/** `from` is where the languages come from; a test puts its own there. */
export function createTexts(from = dictionaries): Texts {
  const store = createStore<Speech | undefined>(() => undefined)
  const state = store.getState
  const loads = new Map<LaterSection, { promise: Promise<void>; failure?: Error }>()
  const inUse = new Set<LaterSection>()
  let wanted: Language | undefined
  const change = (next: Speech) => store.setState(next, true)

  async function speak(language: Language): Promise<void> {
    wanted = language
    const dictionary = await lazyChunk(from[language])
    let messages: Speech['messages'] = dictionary.first
    // While some sections are on their way another may come into use.
    for (let missing = missingIn(messages); missing.length > 0; missing = missingIn(messages)) {
      const sections = await Promise.all(missing.map(section => sectionOf(dictionary, section)))
      messages = Object.assign({}, messages, ...sections)
    }
    if (wanted === language) change({ language, messages })
  }
  const missingIn = (messages: Speech['messages']) => [...inUse].filter(section => !(section in messages))

  /** In the language that is spoken when it arrives: another one asked for meanwhile is fetched too. */
  async function fetchSection(section: LaterSection): Promise<void> {
    for (let speech = state(); speech && !(section in speech.messages); speech = state()) {
      const { language } = speech
      const loaded = await sectionOf(await lazyChunk(from[language]), section)
      const now = state()
      if (now?.language !== language) continue
      inUse.add(section)
      change({ language, messages: { ...now.messages, ...loaded } })
    }
  }
  function start(section: LaterSection): Promise<void> {
    const promise = fetchSection(section)
    loads.set(section, { promise })
    promise.then(
      () => loads.delete(section),
      (failure: Error) => loads.set(section, { promise, failure }),
    )
    return promise
  }

  return {
    state,
    subscribe: store.subscribe,
    speak,
    load: async (...sections) => {
      await Promise.all(
        sections.map(section => {
          const under = loads.get(section)
          return under && !under.failure ? under.promise : start(section)
        }),
      )
    },
    need: section => {
      const load = loads.get(section)
      return load?.failure ?? load?.promise ?? start(section)
    },
    forgetFailures: () => {
      for (const [section, { failure }] of loads) if (failure) loads.delete(section)
    },
  }
}

const sectionOf = async (dictionary: English, section: LaterSection): Promise<Partial<LaterMessages>> => {
  const load: () => Promise<Partial<LaterMessages>> = dictionary.later[section]
  const module = await lazyChunk(load)
  return { [section]: module[section] }
}

/** The texts of this page. One for all: what React loads lazily knows no context, and a page speaks one language. */
export const texts = createTexts()

/** Loads a part of the app and the texts it needs, both at the same time. */
export async function withTexts<T>(load: () => Promise<T>, ...sections: LaterSection[]): Promise<T> {
  const [part] = await Promise.all([lazyChunk(load), texts.load(...sections)])
  return part
}

// In development a changed file of texts replaces its section without a reload (scripts/reloadTexts.ts sends it).
if (import.meta.hot) {
  type Changed = { language: Language; section: string; messages: object }
  import.meta.hot.on('staffroom:texts', async ({ language, section, messages }: Changed) => {
    const dictionary = await dictionaries[language]()
    const changed = { [section]: messages }
    // The dictionary itself changes, so that the next switch to this language has the new text too.
    if (section in dictionary.first) Object.assign(dictionary, { first: { ...dictionary.first, ...changed } })
    else Object.assign(dictionary.later, { [section]: async () => changed })
    if (texts.state()?.language === language) await texts.speak(language)
  })
}
