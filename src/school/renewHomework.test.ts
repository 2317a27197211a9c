import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { toSchoolDay } from '../lib/schoolTime.ts'
import { readSchoolFile } from '../server/school.ts'
import { addFaults } from '../testing/faults/addFaults.ts'
import { type TestService, testService } from '../testing/testService.ts'
import { addMissingParts, renewSeedDays } from './renewSeedDays.ts'
import { seedSchool } from './seedSchool.ts'

const timeZone = 'Europe/Berlin'
const day = 86_400_000

const open = (fill = seedSchool) => testService({ fill })
const homework = ({ db }: TestService) => db.selectFrom('homeworks').selectAll().orderBy('id').execute()
const handedIn = ({ db }: TestService, todo: number) =>
  db.selectFrom('submissions').selectAll().where('todo_id', '=', todo).orderBy('user_id').execute()
const renew = ({ db, clock }: TestService) =>
  renewSeedDays(db, { now: clock(), timeZone, files: readSchoolFile })

describe('homework of a school that was created weeks ago', () => {
  it('moves by whole weeks, so that some is still due', async () => {
    const school = await open()
    const before = await homework(school)
    school.advance(24 * day)
    await renew(school)
    const after = await homework(school)
    for (const [index, { due_at }] of before.entries()) {
      expect(Date.parse(after[index]?.due_at ?? '')).toBe(Date.parse(due_at) + 21 * day)
    }
    const due = after.map(({ due_at }) => Date.parse(due_at))
    expect(due.some(at => at > school.clock())).toBe(true)
    expect(due.some(at => at < school.clock())).toBe(true)
    expect(after.every(({ created_at }) => Date.parse(created_at) < school.clock())).toBe(true)
    await school.close()
  })

  it('keeps its local time after the change to summer time', async () => {
    const school = await open()
    const [first] = await homework(school)
    school.advance(20 * 7 * day)
    await renew(school)
    const [moved] = await homework(school)
    expect(toSchoolDay(Date.parse(moved?.due_at ?? ''), timeZone)).toBe('2027-04-02')
    expect(Date.parse(moved?.due_at ?? '') - Date.parse(first?.due_at ?? '')).toBe(140 * day - 3_600_000)
    await school.close()
  })

  it('moves its submissions, with their delays and files', async () => {
    const school = await open()
    const [before] = await homework(school)
    const delays = (rows: Awaited<ReturnType<typeof handedIn>>, due: string | undefined) =>
      rows.map(row => row.submitted_at && Date.parse(row.submitted_at) - Date.parse(due ?? ''))
    const delaysBefore = delays(await handedIn(school, 1), before?.due_at)
    const uploads = async () => {
      const documents = school.db
        .selectFrom('documents')
        .select('uploaded_at')
        .where('todo_id', 'is not', null)
      return (await documents.orderBy('id').execute()).map(row => Date.parse(row.uploaded_at))
    }
    const uploadsBefore = await uploads()
    school.advance(8 * day)
    await renew(school)
    const [after] = await homework(school)
    expect(delays(await handedIn(school, 1), after?.due_at)).toEqual(delaysBefore)
    expect(await uploads()).toEqual(uploadsBefore.map(at => at + 7 * day))
    await school.close()
  })

  it('keeps the time of a recent correction, and homework of users', async () => {
    const school = await open()
    school.advance(3 * day)
    const token = await school.signIn('albrecht')
    const at = new Date(school.clock()).toISOString()
    const [{ user_id } = { user_id: 0 }] = await handedIn(school, 1)
    const body = { teacher_correction: 'Good.' }
    await school.send('POST', `/api/v2/todos/1/submissions/${user_id}`, { token, body })
    const { lesson_id } = (await homework(school))[0] ?? { lesson_id: 0 }
    await school.send('POST', '/api/v2/courses/1/homeworks', {
      token,
      body: { lesson_id, text: 'Mine', until_datetime: '2026-12-01' },
    })
    const newest = (await homework(school)).at(-1)
    for (let weeks = 0; weeks < 3; weeks += 1) {
      school.advance(7 * day)
      await renew(school)
      const all = await handedIn(school, 1)
      const latest = all.map(row => Date.parse(row.corrected_at ?? '') || 0)
      expect(Math.max(...latest)).toBeLessThanOrEqual(school.clock())
      if (weeks === 0) expect(all[0]?.corrected_at).toBe(at)
    }
    expect((await homework(school)).at(-1)).toEqual(newest)
    await school.close()
  })

  it('does not move within a week', async () => {
    const school = await open()
    const before = await homework(school)
    school.advance(6 * day)
    await renew(school)
    expect(await homework(school)).toEqual(before)
    await school.close()
  })
})

describe('a school of a release without homework', () => {
  async function older(): Promise<TestService> {
    const school = await open()
    await school.db.deleteFrom('permissions').where('resource_field', '=', 'todo_id').execute()
    await school.db.deleteFrom('homeworks').execute()
    await school.db.deleteFrom('facts').where('name', '=', 'seeded_homework').execute()
    await sql`DELETE FROM sqlite_sequence WHERE name = 'homeworks'`.execute(school.db)
    return school
  }

  it('gets the homework of a new school', async () => {
    const school = await older()
    const fresh = await open()
    await renew(school)
    const texts = async (from: TestService) =>
      (await homework(from)).map(({ text, due_at }) => [text, due_at])
    expect(await texts(school)).toEqual(await texts(fresh))
    await renew(school)
    expect(await homework(school)).toHaveLength((await homework(fresh)).length)
    await school.close()
    await fresh.close()
  })

  it('gets no fault homework if its IDs are in use', async () => {
    const school = await older()
    await sql`INSERT INTO sqlite_sequence (name, seq) VALUES ('homeworks', 95)`.execute(school.db)
    await renew(school)
    await addFaults(school.db, { now: school.clock(), timeZone, files: readSchoolFile })
    expect((await homework(school)).map(({ text }) => text)).not.toContain('Answer lost')
    expect((await homework(school)).at(0)?.text).toBe('Fractions p. 42')
    await school.close()
  })

  it('stays unchanged if it has homework or lacks a teacher', async () => {
    const school = await older()
    await school.db.deleteFrom('users').where('login', '=', 'kern').execute()
    await renew(school)
    expect(await homework(school)).toEqual([])
    await school.close()

    const newSchool = await open()
    await newSchool.db.deleteFrom('homeworks').where('id', '>', 1).execute()
    await newSchool.db.deleteFrom('facts').where('name', '=', 'seeded_homework').execute()
    await addMissingParts(newSchool.db, { now: newSchool.clock(), timeZone, files: readSchoolFile })
    expect(await homework(newSchool)).toHaveLength(1)
    await newSchool.close()
  })
})
