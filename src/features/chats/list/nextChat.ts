/**
 * The chat `step` (1 or -1) away from the open one, in the order of the list and not beyond its ends; from none the
 * first or the last. `among` leaves out those one does not want to stop at.
 */
export function nextChat<C extends { id: number }>(
  chats: readonly C[],
  open: number | undefined,
  step: 1 | -1,
  among: (chat: C) => boolean = () => true,
): C | undefined {
  const at = chats.findIndex(chat => chat.id === open)
  const ahead = step === 1 ? chats.slice(at + 1) : chats.slice(0, at < 0 ? chats.length : at).reverse()
  return ahead.find(among)
}
