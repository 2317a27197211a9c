import { isSomethingFloating } from './floating.ts'

/** Whether a key is not the screen's: something else used it, it is part of a word, or something floats over the screen. */
export const isKeyTaken = (event: KeyboardEvent): boolean =>
  event.defaultPrevented || event.isComposing || isSomethingFloating()
