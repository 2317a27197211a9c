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
