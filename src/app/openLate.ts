import { createStore } from 'zustand/vanilla'

/**
 * What is opened when it is first asked for: the same promise every time, until it fails or is let go of. `arrived` is
 * called with it before anybody else has it, `tooLate` where it was let go of while it was being opened.
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
    /** It may be opened again after this; `close` is given what is open. */
    letGo(close: (value: T) => void): void {
      const value = opened.getState()
      if (value) close(value)
      opening = undefined
      opened.setState(undefined, true)
    },
  }
}

/**
 * What there is one of for each person. React may begin to draw a screen, throw that away and begin anew, and what was
 * opened meanwhile would stay open: so the one made first is given again, until somebody else is here.
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
