/** The focus to one's own answer of the poll, or to the first, before the button that has it goes. */
export function toAnswers(button: HTMLButtonElement): void {
  const { form } = button
  const answer =
    form?.querySelector<HTMLElement>('input:checked') ?? form?.querySelector<HTMLElement>('input')
  answer?.focus({ preventScroll: true })
}
