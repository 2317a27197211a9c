import type { Message } from '../../../contract/messages.ts'

// The same for good: rows are drawn again by object.
const shown = new WeakMap<Message, Message>()

/**
 * What people may see of a message: of one the school has hidden that it was there, and nothing it said. Asked where a
 * message is used, so that nobody walks through a chat of 50,000 for it. The same object every time.
 */
export function onlyShown(message: Message): Message {
  if (!message.is_hidden) return message
  const known = shown.get(message)
  if (known) return known
  const { text_formatted: _formatted, text_basic: _basic, ...rest } = message
  const blank = { ...rest, text: '', files: [], has_files: false, poll: null, has_poll: false, reactions: [] }
  shown.set(message, blank)
  return blank
}
