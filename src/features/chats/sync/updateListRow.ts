import type { QueryClient } from '@tanstack/react-query'
import { keyOf } from '../../../api/cache/query.ts'
import { responseInfoOf, setResponseInfo } from '../../../api/client/responseInfo.ts'
import { type Chat, chats, maxPreviewLength } from '../../../contract/chats.ts'
import { type Message, messages } from '../../../contract/messages.ts'
import { truncateText } from '../../../lib/truncateText.ts'

/** Updates the row of a chat in the cached list from its messages, which saves fetching the list. */
export function updateListRow(client: QueryClient, chatId: number): void {
  const key = keyOf(chats.list, {})
  const list = client.getQueryData(key)
  const index = list?.rows.findIndex(({ id }) => id === chatId) ?? -1
  const row = list?.rows[index]
  const rows = client.getQueryData(keyOf(messages.list, { chat_id: chatId }))?.rows
  const next = row && rows && createUpdatedRow(row, rows)
  const query = client.getQueryCache().find({ queryKey: key, exact: true })
  // A pending fetch of the list contains the change.
  if (!list || !next || !query || query.state.fetchStatus !== 'idle') return
  const { tag: _, ...info } = responseInfoOf(list) ?? { requestedAt: 0 }
  const updated = { ...list, rows: list.rows.with(index, next) }
  setResponseInfo(updated, info)
  query.setData(updated, { updatedAt: query.state.dataUpdatedAt, manual: true })
}

/** Returns the row as the service would send it, or undefined if it is unknown or unchanged. */
function createUpdatedRow(row: Chat, read: readonly Message[]): Chat | undefined {
  const version = read.reduce((newest, message) => Math.max(newest, message.version ?? 0), 0)
  const last = read.at(-1)
  const { last_message } = row
  if (row.version === undefined || version <= row.version || !last || !last_message) return undefined
  // A message was deleted, or the list's last message is not loaded.
  if (last.id < last_message.id || !read.some(({ id }) => id === last_message.id)) return undefined
  const added = read.filter(({ id }) => id > last_message.id)
  const { id, user, sent_at, has_files, has_poll, poll } = last
  const lastMessage = {
    id,
    user,
    text: truncateText(last.text, maxPreviewLength),
    sent_at,
    has_files,
    has_poll,
    single_option: poll?.is_anonymous === false && poll.options.length === 1 ? poll.options[0]?.text : null,
  }
  return {
    ...row,
    version,
    unread_messages: row.unread_messages + added.filter(({ is_own }) => !is_own).length,
    ...(added.length > 0 && { last_message: lastMessage, last_message_at: sent_at }),
  }
}
