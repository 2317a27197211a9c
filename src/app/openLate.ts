import { createStore } from 'zustand/vanilla'

/**
 * Opens a value on first use. Returns the same promise until opening fails or `letGo` is called. `arrived` is called
 * with the value before any other caller receives it. `tooLate` is called instead if `letGo` was called while opening.
 */
export function openLate<T>(
  begin: () => Promise<T>,
  arrived: (value: T) => void,
  tooLate: (value: T) => void,
) {
  const opened = createStore<T | undefined>(() => undefined)
  let opening: Promise<T> | undefined
  const open = (): Promise<T> => {
    if (opening) return opening
    const mine = begin().then(
      value => {
        if (opening !== mine) tooLate(value)
        else {
          arrived(value)
          opened.setState(value, true)
        }
        return value
      },
      error => {
        if (opening === mine) opening = undefined
        throw error
      },
    )
    opening = mine
    return mine
  }
  return {
    open: Object.assign(open, { opened: opened.getState, subscribe: opened.subscribe }),
    /** Passes an open value to `close` and forgets it. It can be opened again afterwards. */
    letGo(close: (value: T) => void): void {
      const value = opened.getState()
      if (value) close(value)
      opening = undefined
      opened.setState(undefined, true)
    },
  }
}

/**
 * Returns a function that creates one value per user. React may start to render a screen, discard it and start again,
 * and the first value would stay open. So the first value is reused until another user signs in.
 */
export function onePerPerson<Parts extends object, T>() {
  const made = new WeakMap<Parts, { userId: number; one: T }>()
  return (parts: Parts, userId: number, make: () => T): T => {
    const known = made.get(parts)
    if (known?.userId === userId) return known.one
    const one = make()
    made.set(parts, { userId, one })
    return one
  }
}
