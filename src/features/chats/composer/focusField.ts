/** The name of the field one writes in. */
export const fieldName = 'message'

/**
 * Into the field: for a button that goes with what it was pressed for. Not where that would bring up a keyboard on the
 * glass.
 */
export function focusField(): void {
  if (hasGlassKeyboard()) return
  document.querySelector<HTMLTextAreaElement>(`textarea[name="${fieldName}"]`)?.focus()
}

/** A keyboard on the glass has no Shift to hold with Enter, and covers half the page. */
export const hasGlassKeyboard = (): boolean => matchMedia('(hover: none) and (pointer: coarse)').matches
