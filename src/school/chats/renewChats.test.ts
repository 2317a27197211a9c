import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { readSchoolFile } from '../../server/school.ts'
import { type TestService, testService } from '../../testing/testService.ts'
import { addMissingParts, renewSeedDays } from '../renewSeedDays.ts'
import { seedSchool } from '../seedSchool.ts'

const timeZone = 'Europe/Berlin'
const day = 86_400_000

const open = () => testService({ fill: seedSchool })
const renew = ({ db, clock }: TestService) =>
  renewSeedDays(db, { now: clock(), timeZone, files: readSchoolFile })
const readMessages = ({ db }: TestService, chat: number) =>
  db
    .selectFrom('messages')
    .select(['id', 'sent_at', 'text'])
    .where('chat_id', '=', chat)
    .orderBy('id')
    .execute()
const readVersion = async ({ db }: TestService, chat: number) =>
  (await db.selectFrom('chats').select('version').where('id', '=', chat).executeTakeFirstOrThrow()).version

describe('chats of a school that was created days ago', () => {
  it('move to today with their days and files, and get a new version', async () => {
    const school = await open()
    const [before, version] = [await readMessages(school, 1), await readVersion(school, 1)]
    school.advance(5 * day)
    await renew(school)
    const after = await readMessages(school, 1)
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id))
    expect(after.at(-1)?.sent_at).toBe('2026-11-23T08:05:00.000Z')
    expect((await readMessages(school, 2)).at(-1)?.text).toBe('I take German on Tuesday.')
    const times = after.map(({ sent_at }) => sent_at)
    expect(times).toEqual(times.toSorted())
    expect(await readVersion(school, 1)).toBe(version + 1)
    const { uploaded_at } = await school.db
      .selectFrom('documents')
      .select('uploaded_at')
      .where('name', '=', 'museum-trip-form.pdf')
      .executeTakeFirstOrThrow()
    expect(uploaded_at).toBe('2026-11-20T14:32:00.000Z')
    await renew(school)
    expect(await readVersion(school, 1)).toBe(version + 1)
    await school.close()
  })

  it('keep their local time after the change to summer time', async () => {
    const school = await open()
    school.advance(20 * 7 * day)
    await renew(school)
    expect((await readMessages(school, 1)).at(-1)?.sent_at).toBe('2027-04-07T07:05:00.000Z')
    const closingPolls = await school.db
      .selectFrom('polls')
      .select('closes_at')
      .where('closes_at', 'is not', null)
      .execute()
    expect(closingPolls.length).toBeGreaterThan(1)
    expect(closingPolls.every(({ closes_at }) => closes_at?.startsWith('2027-'))).toBe(true)
    await school.close()
  })

  it('stay unchanged if a user has written or deleted a message', async () => {
    const school = await open()
    const token = await school.signIn('albrecht')
    await school.send('POST', '/api/v2/chats/2/messages', { token, body: { text: 'Mine' } })
    const [, own] = (await readMessages(school, 6)).toReversed()
    await school.send('DELETE', `/api/v2/chats/6/messages/${own?.id}`, { token })
    const [written, deleted] = [await readMessages(school, 2), await readMessages(school, 6)]
    expect(deleted).not.toContainEqual(own)
    school.advance(8 * day)
    await renew(school)
    expect(await readMessages(school, 2)).toEqual(written)
    expect(await readMessages(school, 6)).toEqual(deleted)
    expect((await readMessages(school, 4)).at(-1)?.sent_at).toBe('2026-11-26T07:05:00.000Z')
    await school.close()
  })
})

describe('a school of a release without chats', () => {
  async function older(): Promise<TestService> {
    const school = await open()
    await school.db.deleteFrom('permissions').where('resource_field', '=', 'chat_id').execute()
    await school.db.deleteFrom('chats').execute()
    await school.db.deleteFrom('users').where('login', 'like', 'hostile-%').execute()
    await school.db.deleteFrom('facts').where('name', '=', 'seeded_chats').execute()
    await sql`DELETE FROM sqlite_sequence WHERE name = 'chats'`.execute(school.db)
    return school
  }

  it('gets the chats of a new school, once', async () => {
    const school = await older()
    const fresh = await open()
    await renew(school)
    await renew(school)
    const texts = async (from: TestService) =>
      from.db.selectFrom('messages').select(['text', 'sent_at']).orderBy('id').execute()
    expect(await texts(school)).toEqual(await texts(fresh))
    await school.close()
    await fresh.close()
  })

  it('stays unchanged if it has a chat or lacks a teacher', async () => {
    const school = await older()
    await school.db.deleteFrom('users').where('login', '=', 'kern').execute()
    await renew(school)
    expect(await school.db.selectFrom('chats').selectAll().execute()).toEqual([])
    await school.close()

    const own = await older()
    const token = await own.signIn('albrecht')
    await own.send('POST', '/api/v2/chats', { token, body: { name: 'Own' } })
    await addMissingParts(own.db, { now: own.clock(), timeZone, files: readSchoolFile })
    expect((await own.db.selectFrom('chats').select('name').execute()).map(({ name }) => name)).toEqual([
      'Own',
    ])
    await own.close()
  })
})
