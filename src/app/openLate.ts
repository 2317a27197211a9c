import { createStore } from 'zustand/vanilla'

/**
 * What is opened when it is first asked for: the same promise every time, until it fails or is let go of. `arrived` is
 * told of it before anybody else, `tooLate` where it was let go of while it was being opened.
 */
export function openLate<T>(
  begin: () => Promise<T>,
  arrived: (thing: T) => void,
  tooLate: (thing: T) => void,
) {
  const opened = createStore<T | undefined>(() => undefined)
  let opening: Promise<T> | undefined
  const open = (): Promise<T> => {
    if (opening) return opening
    const mine = begin().then(
      thing => {
        if (opening !== mine) tooLate(thing)
        else {
          arrived(thing)
          opened.setState(thing, true)
        }
        return thing
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
    letGo(close: (thing: T) => void): void {
      const thing = opened.getState()
      if (thing) close(thing)
      opening = undefined
      opened.setState(undefined, true)
    },
  }
}
