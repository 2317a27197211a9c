import { createStore } from 'zustand/vanilla'
import type { Language } from '../lib/language.ts'
import { loadChunk } from '../lib/loadChunk.ts'
import { dictionaries } from './dictionaries.ts'
import type { Dictionary, English, InitialMessages, LazyMessages } from './Messages.ts'

export type LazySection = keyof LazyMessages

export type LoadedTexts = { language: Language; messages: InitialMessages & Partial<LazyMessages> }

/** Texts of the page in one language. Only sections in use are loaded. */
export type Texts = {
  /** Undefined until the first language is loaded. Returns the same object until it changes. */
  state(): LoadedTexts | undefined
  subscribe(listener: () => void): () => void
  /** Changes the language when all sections in use are loaded. The last call wins. Throws `ChunkLoadError`. */
  setLanguage(language: Language): Promise<void>
  /** Throws `ChunkLoadError`. The next call tries again. */
  load(...sections: LazySection[]): Promise<void>
  /**
   * Returns a value to throw while rendering: the promise of the load, or its error until `clearFailures` is called.
   */
  suspendFor(section: LazySection): Promise<void> | Error
  clearFailures(): void
}

/** Tests pass their own dictionaries. */
export function createTexts(source = dictionaries): Texts {
  const store = createStore<LoadedTexts | undefined>(() => undefined)
  const state = store.getState
  const loads = new Map<LazySection, { promise: Promise<void>; failure?: Error }>()
  const usedSections = new Set<LazySection>()
  let requestedLanguage: Language | undefined
  const setTexts = (next: LoadedTexts) => store.setState(next, true)

  async function setLanguage(language: Language): Promise<void> {
    requestedLanguage = language
    const dictionary = await loadChunk(source[language])
    let messages: LoadedTexts['messages'] = addCommon(dictionary, dictionary.first)
    // While sections are loading, a component may need another one.
    for (
      let missing = getMissingSections(messages);
      missing.length > 0;
      missing = getMissingSections(messages)
    ) {
      const sections = await Promise.all(missing.map(section => loadSection(dictionary, section)))
      messages = Object.assign({}, messages, ...sections)
    }
    if (requestedLanguage === language) setTexts({ language, messages })
  }
  const getMissingSections = (messages: LoadedTexts['messages']) =>
    [...usedSections].filter(section => !(section in messages))

  /** If the language changes in the meantime, loads the section in the new language, too. */
  async function fetchSection(section: LazySection): Promise<void> {
    for (let current = state(); current && !(section in current.messages); current = state()) {
      const { language } = current
      const loaded = await loadSection(await loadChunk(source[language]), section)
      const latest = state()
      if (latest?.language !== language) continue
      usedSections.add(section)
      setTexts({ language, messages: { ...latest.messages, ...loaded } })
    }
  }
  function startLoad(section: LazySection): Promise<void> {
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
    setLanguage,
    load: async (...sections) => {
      await Promise.all(
        sections.map(section => {
          const running = loads.get(section)
          return running && !running.failure ? running.promise : startLoad(section)
        }),
      )
    },
    suspendFor: section => {
      const load = loads.get(section)
      return load?.failure ?? load?.promise ?? startLoad(section)
    },
    clearFailures: () => {
      for (const [section, { failure }] of loads) if (failure) loads.delete(section)
    },
  }
}

const loadSection = async (dictionary: English, section: LazySection): Promise<Partial<LazyMessages>> => {
  const load: () => Promise<Partial<Record<LazySection, object>>> = dictionary.later[section]
  const module = await loadChunk(load)
  return addCommon(dictionary, { [section]: module[section] })
}

/** Adds the common texts to each section. A section's own texts take precedence. */
export const addCommon = <Sections extends object>({ first }: Pick<Dictionary, 'first'>, sections: object) =>
  Object.fromEntries(
    Object.entries(sections).map(([name, own]) => [name, { ...first.common, ...own }]),
  ) as Sections

/** A module variable, because lazily loaded code has no React context, and a page has one language. */
export const texts = createTexts()

/** Loads code and its texts in parallel. Throws `ChunkLoadError`. */
export async function loadWithTexts<T>(load: () => Promise<T>, ...sections: LazySection[]): Promise<T> {
  const [part] = await Promise.all([loadChunk(load), texts.load(...sections)])
  return part
}

// In development, a changed file replaces its section without a reload (scripts/reloadTexts.ts).
if (import.meta.hot) {
  type Changed = { language: Language; section: string; messages: object }
  import.meta.hot.on('staffroom:texts', async ({ language, section, messages }: Changed) => {
    const dictionary = await dictionaries[language]()
    const changed = { [section]: messages }
    // For the next change to this language.
    if (section in dictionary.first) Object.assign(dictionary, { first: { ...dictionary.first, ...changed } })
    else Object.assign(dictionary.later, { [section]: async () => changed })
    if (texts.state()?.language === language) await texts.setLanguage(language)
  })
}
