import { createStore } from 'zustand/vanilla'

/**
 * Texts that the browser could not store, until the page is closed. The map is replaced on every write, so that
 * subscribers are notified of stored texts, too.
 */
const passing = createStore<ReadonlyMap<string, string>>(() => new Map())

/** Returns access to one text in the user's browser storage. `read` returns '' if it is not set. */
export const savedText = (storage: Storage | undefined, key: string) => ({
  read(): string {
    try {
      return passing.getState().get(key) ?? storage?.getItem(key) ?? ''
    } catch {
      return ''
    }
  },
  write(text: string): void {
    const unkept = new Map(passing.getState())
    try {
      if (!storage) throw new Error('blocked')
      if (text === '') storage.removeItem(key)
      else storage.setItem(key, text)
      unkept.delete(key)
    } catch {
      unkept.set(key, text)
    }
    passing.setState(unkept, true)
  },
  subscribe: (listener: () => void) => passing.subscribe(listener),
})
