import { createStore } from 'zustand/vanilla'

/**
 * Opens a value on first use. Returns the same promise until opening fails or `release` is called. `onOpened` is called
 * before any caller receives the value, `onDiscarded` instead if `release` was called while opening.
 */
export function createLazyResource<T>(
  load: () => Promise<T>,
  onOpened: (value: T) => void,
  onDiscarded: (value: T) => void,
) {
  const store = createStore<T | undefined>(() => undefined)
  let opening: Promise<T> | undefined
  const open = (): Promise<T> => {
    if (opening) return opening
    const attempt = load().then(
      value => {
        if (opening !== attempt) onDiscarded(value)
        else {
          onOpened(value)
          store.setState(value, true)
        }
        return value
      },
      error => {
        if (opening === attempt) opening = undefined
        throw error
      },
    )
    opening = attempt
    return attempt
  }
  return {
    open: Object.assign(open, { current: store.getState, subscribe: store.subscribe }),
    /** Passes an open value to `close`. It can be opened again. */
    release(close: (value: T) => void): void {
      const value = store.getState()
      if (value) close(value)
      opening = undefined
      store.setState(undefined, true)
    },
  }
}
