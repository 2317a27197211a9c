import { createStore } from 'zustand/vanilla'

/** Where the browser keeps nothing: until the page closes. Another one with every change, also of what is kept. */
const passing = createStore<ReadonlyMap<string, string>>(() => new Map())

/** A text this person's browser keeps under a key, '' for none. */
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
