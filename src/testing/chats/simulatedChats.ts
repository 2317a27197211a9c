import type { Endpoint } from '../../contract/endpoint.ts'
import { messageFileWrite, messageWrite } from '../../features/chats/messageWrite.ts'
import { isRecord } from '../../lib/isRecord.ts'
import type { SimulatedService } from '../simulatedTabs.ts'

type Stored = {
  id: number
  chatId: number
  text: string
  files: string[]
  source: 'here' | 'elsewhere'
  sentAt: number
}

/** A service with chats of one user, who also writes on another device. */
export function simulatedChats() {
  const stored: Stored[] = []
  const uploads = new Map<string, string[]>()
  const post = (chatId: number, text: string, files: string[], source: Stored['source']) => {
    const message = { id: stored.length + 1, chatId, text, files, source, sentAt: Date.now() }
    stored.push(message)
    return message
  }
  const serialize = ({ id, text, files }: Stored) => ({
    id,
    text,
    is_own: true,
    has_files: files.length > 0,
    files: files.map(name => ({ name })),
  })
  const service: SimulatedService = {
    kinds: [messageWrite, messageFileWrite],
    respond({ method, path }: Endpoint, input) {
      const chatId = 'chat_id' in input ? Number(input.chat_id) : 0
      if (method === 'GET') {
        return { rows: stored.filter(message => message.chatId === chatId).map(serialize), unreadable: 0 }
      }
      const body = 'body' in input && isRecord(input.body) ? input.body : {}
      const key = String(body.message_key)
      if (path === '/documents') {
        const name = body.file instanceof File ? body.file.name : ''
        const existing = uploads.get(key) ?? []
        if (!existing.includes(name)) uploads.set(key, [...existing, name])
        return { id: 1, name }
      }
      const files = body.with_files ? (uploads.get(key) ?? []) : []
      uploads.delete(key)
      return serialize(post(chatId, String(body.text), files, 'here'))
    },
  }
  return {
    stored,
    service,
    newestMessageId: (chatId: number) => stored.findLast(message => message.chatId === chatId)?.id ?? 0,
    /** Whether another device sent the text after the message `newest`, or after `since` (Unix ms) if it is unknown. */
    hasEqualFromElsewhere: (one: { chat: number; text: string }, newest: number | undefined, since: number) =>
      stored.some(
        ({ id, sentAt, source, chatId, text }) =>
          source === 'elsewhere' &&
          chatId === one.chat &&
          text === one.text.trim() &&
          (newest === undefined ? sentAt >= since : id > newest),
      ),
    sendFromOtherDevice: (chatId: number, text: string) => post(chatId, text, [], 'elsewhere'),
  }
}
