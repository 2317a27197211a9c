import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fileCalls } from '../../testing/fileCalls.ts'
import { smallFiles } from '../../testing/sampleSchool.ts'
import { describeError } from '../../testing/signInFlow.ts'
import { type TestService, testService } from '../../testing/testService.ts'

const { folder, sheet, otherFolder } = smallFiles

let school: TestService
let calls: ReturnType<typeof fileCalls>
let albrecht: string
beforeEach(async () => {
  school = await testService()
  albrecht = await school.signIn('albrecht')
  calls = fileCalls(school, albrecht)
})
afterEach(() => school.close())

describe('deleting files', () => {
  it('deletes a folder with its contents, versions and permissions only', async () => {
    const before = [
      await calls.count('files'),
      await calls.count('documents'),
      await calls.count('permissions'),
    ]
    let parent_id = (await calls.createParsed({ name: 'Top', is_dir: true })).id
    const top = parent_id
    for (let depth = 0; depth < 1200; depth += 1) {
      const { id } = await school.db
        .insertInto('files')
        .values({
          course_id: 1,
          parent_id,
          name: 'x',
          is_dir: 1,
          created_at: '2026-11-18T09:00:00.000Z',
          created_by_user_id: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      parent_id = id
    }
    const { id } = await calls.createParsed({ name: 'a.txt', parent_id })
    const { id: version } = await calls.upload(id, 'one')
    await calls.upload(id, 'two')
    expect(await (await calls.remove(top)).json()).toEqual({ success: true })
    expect([
      await calls.count('files'),
      await calls.count('documents'),
      await calls.count('permissions'),
    ]).toEqual(before)
    for (const deleted of [
      await calls.get(top),
      await calls.get(id),
      await calls.download(version),
      await calls.remove(top),
      await calls.send(id, 'x'),
    ]) {
      expect(await describeError(deleted)).toBe('404 not_found')
    }
  })

  it('deletes a folder and its contents when its last administrator is removed', async () => {
    const grant = await school.db
      .selectFrom('permissions')
      .select('id')
      .where('resource_field', '=', 'file_id')
      .where('resource_id', '=', folder)
      .where('is_admin', '=', 1)
      .executeTakeFirstOrThrow()
    const response = await school.send('DELETE', `/api/v2/permissions/${grant.id}`, { token: albrecht })
    expect(response.status).toBe(200)
    expect(await calls.list()).toEqual([])
    expect(await describeError(await calls.get(sheet))).toBe('404 not_found')
    const remaining = school.db
      .selectFrom('permissions')
      .select('resource_id')
      .where('resource_field', '=', 'file_id')
    expect(await remaining.execute()).toEqual([{ resource_id: otherFolder }])
  })

  it('leaves no rows of concurrent creations and uploads', async () => {
    for (let round = 0; round < 20; round += 1) {
      const { id: parent_id } = await calls.createParsed({ name: 'Top', is_dir: true })
      const { id } = await calls.createParsed({ name: 'a.txt', parent_id })
      const [deleted, created, uploaded] = await Promise.all([
        calls.remove(parent_id),
        calls.create({ name: 'b.txt', parent_id }),
        calls.send(id, 'x'),
      ])
      expect(deleted.status).toBe(200)
      expect([200, 422]).toContain(created.status)
      expect([200, 404]).toContain(uploaded.status)
    }
    expect([await calls.count('files'), await calls.count('documents')]).toEqual([4, 6])
    const remaining = await school.db
      .selectFrom('permissions')
      .select('resource_id')
      .where('resource_field', '=', 'file_id')
      .execute()
    expect(remaining.filter(({ resource_id }) => resource_id > 4)).toEqual([])
  })

  it('through another class answers 404', async () => {
    const kern = await school.signIn('kern')
    expect(
      await describeError(await school.send('DELETE', `/api/v2/course/2/files/${sheet}`, { token: kern })),
    ).toBe('404 not_found')
    expect(
      await describeError(await school.send('GET', `/api/v2/course/2/files/${sheet}`, { token: kern })),
    ).toBe('404 not_found')
    expect(await calls.count('files')).toBe(4)
  })
})
