/** Moves the focus to the first field that can't be taken. */
export function focusProblem(form: HTMLElement | null, any: boolean): void {
  if (any) form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
}
