import { fillSmallSchool } from '../sampleSchool.ts'
import { testService } from '../testService.ts'

/** Teachers with an open chat each, at the real service with its rate limit. */
export type StaffRoom = {
  people: { id: number; token: string; chatId: number }[]
  send(path: string, init: RequestInit, token: string): Promise<Response>
  listen(path: string, init: RequestInit, token: string): Promise<Response>
  pendingCount(): number
  close(): Promise<void>
}

/** Two of five teachers have the shared chat open, the others one of these. */
const smallChatCount = 7
const initialMessageCount = 40

/** The clock follows `Date`. */
export async function createStaffRoom(options: {
  teachers: number
  sharesChat: boolean
}): Promise<StaffRoom> {
  const school = await testService({ fill: fillSmallSchool, now: Date.now(), rateLimit: 300 })
  const { db } = school
  const now = new Date().toISOString()
  const ids = Array.from({ length: options.teachers }, (_, index) => 101 + index)
  const { password_hash } = await db.selectFrom('users').select('password_hash').executeTakeFirstOrThrow()
  await db
    .insertInto('users')
    .values(
      ids.map(id => ({
        id,
        login: `teacher${id}`,
        password_hash,
        name: `Teacher ${id}`,
        is_teacher: 1 as const,
        birthday: null,
        registered_at: now,
        last_seen_at: now,
      })),
    )
    .execute()
  await db
    .insertInto('memberships')
    .values(
      ids.map(user_id => ({
        course_id: 1,
        user_id,
        is_pending: 0 as const,
        is_accepted: 1 as const,
        joined_at: now,
        changed_at: now,
      })),
    )
    .execute()
  for (let chat = 0; chat <= smallChatCount; chat += 1) {
    const id = 100 + chat
    const members = chat === 0 ? ids : ids.filter((_, index) => index % smallChatCount === chat - 1)
    await db
      .insertInto('chats')
      .values({ id, name: `Chat ${chat}`, created_at: now, broadcast_only: 0, files_allowed: 1 })
      .execute()
    await db
      .insertInto('permissions')
      .values(
        members.map(user_id => ({
          user_id,
          resource_field: 'chat_id' as const,
          resource_id: id,
          is_write: 1 as const,
          is_admin: 0 as const,
          given_by_user_id: null,
          given_at: now,
        })),
      )
      .execute()
    await db
      .insertInto('messages')
      .values(
        Array.from({ length: initialMessageCount }, (_, index) => ({
          chat_id: id,
          user_id: members[index % members.length] ?? 1,
          text: `Something that was said before, no. ${index}`,
          sent_at: now,
          version: index + 1,
        })),
      )
      .execute()
    const last = await db
      .selectFrom('messages')
      .select(({ fn }) => fn.max('id').as('id'))
      .where('chat_id', '=', id)
      .executeTakeFirstOrThrow()
    const poll = { message_id: Number(last.id), chat_id: id, closes_at: null }
    const { id: poll_id } = await db
      .insertInto('polls')
      .values({ ...poll, is_anonymous: 0, is_multiple_choice: 0 })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('poll_options')
      .values(['Monday', 'Tuesday', 'Friday'].map(text => ({ poll_id, text })))
      .execute()
    await db.updateTable('chats').set({ version: initialMessageCount }).where('id', '=', id).execute()
  }
  const people: StaffRoom['people'] = []
  for (const [index, id] of ids.entries()) {
    const smallChatId = 101 + (index % smallChatCount)
    const chatId = options.sharesChat || index % 5 < 2 ? 100 : smallChatId
    people.push({ id, token: await school.signIn(`teacher${id}`), chatId })
  }

  const listen: StaffRoom['listen'] = async (path, init, token) => {
    school.advance(Date.now() - school.clock())
    const headers = new Headers(init.headers)
    headers.set('Authorization', `Bearer ${token}`)
    const request = new Request(`https://school.example${path}`, { ...init, headers, signal: null })
    return school.service.fetch(request, { address: '192.0.2.1' })
  }
  let pendingCount = 0
  return {
    people,
    listen,
    pendingCount: () => pendingCount,
    async send(path, init, token) {
      pendingCount += 1
      try {
        const response = await listen(path, init, token)
        // Read the body now, because the time is faked.
        const body = response.body === null ? null : await response.text()
        return new Response(body, { status: response.status, headers: response.headers })
      } finally {
        pendingCount -= 1
      }
    },
    close: () => school.close(),
  }
}
