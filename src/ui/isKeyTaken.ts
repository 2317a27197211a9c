/** Whether a key is not the page's any more: something else used it, it is part of a word, or a dialog lies over the page. */
export const isKeyTaken = (event: KeyboardEvent): boolean =>
  event.defaultPrevented ||
  event.isComposing ||
  document.querySelector('[role="dialog"][aria-modal="true"]') !== null
