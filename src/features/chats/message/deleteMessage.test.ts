import { expect, it } from 'vitest'
import { keyOf } from '../../../api/cache/query.ts'
import { createApi } from '../../../api/createApi.ts'
import { type Message, messages } from '../../../contract/messages.ts'
import { createDeletions } from './deleteMessage.tsx'

const chat_id = 1
const messageOf = (id: number, is_own = true): Message => ({
  ...{ id, chat_id, user: { id: 2, name: 'Mika Sommer' }, text: 'Hello', has_files: false, meta_type: null },
  ...{ sent_at: '2026-11-18 08:20:00', is_own, reactions: [] },
})

it('asks before deleting another user’s message', () => {
  const page = Object.assign(new EventTarget(), {
    document: Object.assign(new EventTarget(), { visibilityState: 'visible' as const }),
  })
  const api = createApi({ fetch: async () => Response.json({}) })
  api.queryClient.setQueryData(keyOf(messages.list, { chat_id }), { rows: [], unreadable: 0 })
  const deletions = createDeletions(api.queryClient, page)
  const hidden = () => [...deletions.getState(chat_id).deleting]
  const getPending = () => deletions.pendingConfirmations.getState().get(chat_id)
  const foreignMessage = messageOf(1, false)
  deletions.request(messageOf(2))
  deletions.request(foreignMessage)
  expect([getPending(), hidden()]).toEqual([foreignMessage, [2]])
  deletions.cancel(chat_id)
  expect(getPending()).toBeUndefined()
  deletions.request(foreignMessage)
  deletions.confirm(foreignMessage)
  expect([getPending(), hidden()]).toEqual([undefined, [2, 1]])
  // No confirmation while it is being deleted.
  deletions.request(foreignMessage)
  expect(getPending()).toBeUndefined()
})
