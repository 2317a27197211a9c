import { createStore } from 'zustand/vanilla'

/** Texts that the browser could not store. Replaced on every write, because that also notifies of stored texts. */
const unstoredTexts = createStore<ReadonlyMap<string, string>>(() => new Map())

/** One text in the user's browser storage. `read` returns '' if it is not set. */
export const createTextStore = (storage: Storage | undefined, key: string) => ({
  read(): string {
    try {
      return unstoredTexts.getState().get(key) ?? storage?.getItem(key) ?? ''
    } catch {
      return ''
    }
  },
  write(text: string): void {
    const nextTexts = new Map(unstoredTexts.getState())
    try {
      if (!storage) throw new Error('blocked')
      if (text === '') storage.removeItem(key)
      else storage.setItem(key, text)
      nextTexts.delete(key)
    } catch {
      nextTexts.set(key, text)
    }
    unstoredTexts.setState(nextTexts, true)
  },
  subscribe: unstoredTexts.subscribe,
})
