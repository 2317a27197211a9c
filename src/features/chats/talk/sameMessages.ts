import { replaceEqualDeep } from '@tanstack/react-query'
import type { Message } from '../../../contract/messages.ts'

/** More than ever are on the page at once. */
const most = 300

/**
 * Answers with the object that was drawn before where nothing in a message changed. A long list that was read again is
 * all new objects (api/createApi.ts), and rows are drawn again by object.
 */
export function createSameMessages(): (message: Message) => Message {
  const drawn = new Map<number, Message>()
  const known = new WeakMap<Message, Message>()
  return message => {
    const found = known.get(message)
    if (found) return found
    const before = drawn.get(message.id)
    const same = before ? replaceEqualDeep(before, message) : message
    known.set(message, same)
    drawn.delete(message.id)
    drawn.set(message.id, same)
    if (drawn.size > most) {
      for (const id of drawn.keys()) {
        if (drawn.size <= most / 2) break
        drawn.delete(id)
      }
    }
    return same
  }
}
