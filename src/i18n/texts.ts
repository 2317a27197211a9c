import { createStore } from 'zustand/vanilla'
import { lazyChunk } from '../lib/lazyChunk.ts'
import { dictionaries } from './dictionaries.ts'
import type { Language } from './language.ts'
import type { English, FirstMessages, LaterMessages } from './Messages.ts'

export type LaterSection = keyof LaterMessages

/** The current language, and its texts that are loaded. */
export type Speech = { language: Language; messages: FirstMessages & Partial<LaterMessages> }

/** The texts of the page, in one language at a time. Only sections that were needed so far are loaded. */
export type Texts = {
  /** Undefined until the first language is loaded. Returns the same object until something changes. */
  state(): Speech | undefined
  subscribe(listener: () => void): () => void
  /**
   * Changes the language as soon as all sections in use are loaded. Until then, the previous language remains. The last
   * call wins. Throws `ChunkMissing`.
   */
  speak(language: Language): Promise<void>
  /** Loads missing sections. Throws `ChunkMissing`. The next call tries again. */
  load(...sections: LaterSection[]): Promise<void>
  /**
   * Returns a value to throw while rendering: the promise of the load, or its error until `forgetFailures` is called.
   */
  need(section: LaterSection): Promise<void> | Error
  /** Allows another attempt after a failed load. */
  forgetFailures(): void
}

/** Creates the texts. Tests pass their own dictionaries as `from`. */
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
    // While sections are loading, a component may need another one.
    for (let missing = missingIn(messages); missing.length > 0; missing = missingIn(messages)) {
      const sections = await Promise.all(missing.map(section => sectionOf(dictionary, section)))
      messages = Object.assign({}, messages, ...sections)
    }
    if (wanted === language) change({ language, messages })
  }
  const missingIn = (messages: Speech['messages']) => [...inUse].filter(section => !(section in messages))

  /** Loads a section. If the language changes in the meantime, it is also loaded in the new language. */
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

/**
 * The texts of this page. A module variable, because lazily loaded code has no React context, and a page has one
 * language.
 */
export const texts = createTexts()

/** Loads code and the texts it needs in parallel. Throws `ChunkMissing`. */
export async function withTexts<T>(load: () => Promise<T>, ...sections: LaterSection[]): Promise<T> {
  const [part] = await Promise.all([lazyChunk(load), texts.load(...sections)])
  return part
}

// In development, a changed file of texts replaces its section without a reload (scripts/reloadTexts.ts sends it).
if (import.meta.hot) {
  type Changed = { language: Language; section: string; messages: object }
  import.meta.hot.on('staffroom:texts', async ({ language, section, messages }: Changed) => {
    const dictionary = await dictionaries[language]()
    const changed = { [section]: messages }
    // Also updates the dictionary, so that the next change to this language uses the new text.
    if (section in dictionary.first) Object.assign(dictionary, { first: { ...dictionary.first, ...changed } })
    else Object.assign(dictionary.later, { [section]: async () => changed })
    if (texts.state()?.language === language) await texts.speak(language)
  })
}
