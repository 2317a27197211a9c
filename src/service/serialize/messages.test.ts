import type { KyselyPlugin } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { smallChats, smallSchool } from '../../testing/sampleSchool.ts'
import { type TestService, testService } from '../../testing/testService.ts'
import { pageSize } from '../http/streamRows.ts'
import { requireOwnChat } from '../policy/chats.ts'
import { serializeChats } from './chats.ts'
import { messageReader } from './messages.ts'

const { talk } = smallChats
const caller = { userId: smallSchool.people.albrecht, scopes: new Set<string>(), tokenId: null }
const showing = { origin: 'https://school.example', timeZone: 'Europe/Berlin' }

let school: TestService
beforeEach(async () => {
  school = await testService()
})
afterEach(() => school.close())

async function read() {
  let queries = 0
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    // Includes compiled queries.
    async transformResult({ result }) {
      queries += 1
      return result
    },
  }
  const db = school.db.withPlugin(counting)
  const own = await requireOwnChat(db, caller, talk)
  const { rows, serialize } = await messageReader(db, caller, own, showing)({ chat_id: talk, after: 0 })
  const messages = rows.map(serialize)
  const chats = await serializeChats(db, caller, showing)
  return { queries, messages, chats }
}

it('sends the same number of queries for any number of messages', async () => {
  const before = await read()
  const { db } = school
  const sent_at = new Date(school.clock()).toISOString()
  for (let count = 0; count < 1000; count += 1) {
    const text = `Message ${count}`
    const { id } = await db
      .insertInto('messages')
      .values({
        chat_id: talk,
        user_id: 1 + (count % 6),
        text,
        sent_at,
        version: 5 + count,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (count % 20 > 0) continue
    await db
      .insertInto('reactions')
      .values({ message_id: id, chat_id: talk, user_id: 2, emoji: '👍' })
      .execute()
    const chat = { name: text, created_at: sent_at, broadcast_only: 0, files_allowed: 1 } as const
    const created = await db.insertInto('chats').values(chat).returning('id').executeTakeFirstOrThrow()
    const grant = { resource_field: 'chat_id', resource_id: created.id, user_id: caller.userId } as const
    await db
      .insertInto('permissions')
      .values({ ...grant, is_write: 1, is_admin: 1, given_by_user_id: null, given_at: sent_at })
      .execute()
  }
  const after = await read()
  expect([after.messages.length, after.chats.length]).toEqual([pageSize, 52])
  expect(after.messages.filter(({ reactions }) => reactions.length > 0)).toHaveLength(10)
  expect(after.queries).toBe(before.queries)
})
