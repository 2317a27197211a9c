import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fileCalls, filesPath } from '../../testing/fileCalls.ts'
import { smallFiles, smallSchool } from '../../testing/sampleSchool.ts'
import { describeError } from '../../testing/signInFlow.ts'
import { type TestService, testService } from '../../testing/testService.ts'

const { people } = smallSchool
const { folder, sheet } = smallFiles

let school: TestService
let calls: ReturnType<typeof fileCalls>
/** Albrecht administers `folder`, Sommer may read it. */
let albrecht: string
let ruiz: string
let sommer: string
let weber: string
beforeEach(async () => {
  school = await testService()
  albrecht = await school.signIn('albrecht')
  ruiz = await school.signIn('ruiz')
  sommer = await school.signIn('sommer')
  weber = await school.signIn('weber')
  calls = fileCalls(school, albrecht)
})
afterEach(() => school.close())

const writable = async (token: string) =>
  Object.fromEntries((await calls.list(token)).map(file => [file.name, file.can_write]))

describe('write access to files', () => {
  it('teachers have it by default, others by a permission', async () => {
    const inner = await calls.createParsed({ name: 'Inner', is_dir: true, parent_id: folder })
    const deep = await calls.createParsed({ name: 'deep.txt', parent_id: inner.id })
    const names = { Worksheets: true, 'sheet.txt': true, Inner: true, 'deep.txt': true }
    const none = { Worksheets: false, 'sheet.txt': false, Inner: false, 'deep.txt': false }
    expect([await writable(albrecht), await writable(ruiz), await writable(sommer)]).toEqual([
      names,
      names,
      none,
    ])

    await calls.grantAccess(inner.id, people.sommer, { is_write: true })
    expect(await writable(sommer)).toEqual({ ...none, Inner: true, 'deep.txt': true })
    await calls.grantAccess(deep.id, people.sommer)
    expect(await writable(sommer)).toEqual({ ...none, Inner: true, 'deep.txt': true })
    expect((await calls.create({ name: 'x', parent_id: inner.id }, sommer)).status).toBe(200)
    expect(await describeError(await calls.create({ name: 'x', parent_id: folder }, sommer))).toBe(
      '403 forbidden',
    )
    expect(await describeError(await calls.create({ name: 'x' }, sommer))).toBe('403 forbidden')
    expect((await calls.send(deep.id, 'x', sommer)).status).toBe(200)
    expect(await describeError(await calls.send(sheet, 'x', sommer))).toBe('403 forbidden')

    await calls.grantAccess(folder, people.ruiz)
    expect(await writable(ruiz)).toMatchObject(none)
    expect(await describeError(await calls.remove(deep.id, ruiz))).toBe('403 forbidden')
    await calls.grantAccess(deep.id, people.ruiz, { is_write: true })
    expect(await writable(ruiz)).toMatchObject({ ...none, 'deep.txt': true })
    expect((await calls.create({ name: 'x' }, ruiz)).status).toBe(200)
    for (const file of await calls.list(ruiz)) {
      const single = await calls.getParsed(file.id, ruiz)
      expect([file.name, single.can_write]).toEqual([file.name, file.can_write])
    }
  })

  it('is the same in the list and for one file', async () => {
    const insertFile = async (name: string, parent_id: number | null, is_dir: 0 | 1 = 1, course_id = 1) => {
      const creation = { created_at: '2026-11-18T09:00:00.000Z', created_by_user_id: null }
      const row = { course_id, parent_id, name, is_dir, ...creation }
      return (await school.db.insertInto('files').values(row).returning('id').executeTakeFirstOrThrow()).id
    }
    const [first, readOnly, file, foreign] = [
      await insertFile('circle 1', null),
      await insertFile('to read', null),
      await insertFile('a file', null, 0),
      await insertFile('elsewhere', null, 1, 2),
    ]
    const second = await insertFile('circle 2', first)
    await school.db.updateTable('files').set({ parent_id: second }).where('id', '=', first).execute()
    await insertFile('in the circle', second, 0)
    const inFile = await insertFile('in the file', file)
    await insertFile('in what is in the file', inFile, 0)
    await insertFile('in a foreign folder', foreign, 0)
    await insertFile('in what is to read', readOnly, 0)
    for (const [resource_id, user_id, is_write] of [
      [second, people.sommer, 1],
      [file, people.sommer, 1],
      [foreign, people.sommer, 1],
      [foreign, people.weber, 1],
      [first, people.ruiz, 0],
      [readOnly, people.ruiz, 0],
    ] as const) {
      const grantFields = { given_by_user_id: null, given_at: '2026-11-18T09:00:00.000Z' }
      const grant = {
        resource_field: 'file_id',
        resource_id,
        user_id,
        is_write,
        is_admin: 0,
        ...grantFields,
      } as const
      await school.db.insertInto('permissions').values(grant).execute()
    }
    const cycle = (readable: boolean) => ({
      'circle 1': readable,
      'circle 2': readable,
      'in the circle': readable,
    })
    const expectedInside = { 'a file': true, 'in the file': true, 'in what is in the file': true }
    const otherFolders = { 'in a foreign folder': false, 'in what is to read': false }
    expect(await writable(sommer)).toMatchObject({ ...cycle(true), ...expectedInside, ...otherFolders })
    expect(await writable(ruiz)).toMatchObject({
      ...cycle(false),
      ...otherFolders,
      'in a foreign folder': true,
    })
    for (const token of [sommer, ruiz]) {
      for (const row of await calls.list(token)) {
        const single = await calls.getParsed(row.id, token)
        expect([row.name, single.can_write]).toEqual([row.name, row.can_write])
      }
    }
    const orphan = (await calls.list()).find(({ name }) => name === 'in a foreign folder')
    expect((await calls.get(orphan?.id ?? 0, weber)).status).toBe(404)
  })

  it('a permission on a folder of another class covers its contents only', async () => {
    const { document } = await calls.getParsed(sheet)
    const statuses = async () => [
      (await calls.get(folder, weber)).status,
      (await calls.get(sheet, weber)).status,
      (await calls.download(document?.id ?? 0, weber)).status,
      (await calls.send(sheet, 'x', weber)).status,
      (await calls.create({ name: 'x', parent_id: folder }, weber)).status,
      (await school.send('GET', filesPath, { token: weber })).status,
      (await school.send('GET', `/api/v2/permissions?file_id=${sheet}`, { token: weber })).status,
    ]
    expect(await statuses()).toEqual([404, 404, 404, 404, 404, 404, 404])
    const { id } = await calls.grantAccess(folder, people.weber)
    expect(await statuses()).toEqual([200, 200, 200, 403, 403, 404, 403])
    await school.send('PUT', `/api/v2/permissions/${id}`, { token: albrecht, body: { is_write: true } })
    expect(await statuses()).toEqual([200, 200, 200, 200, 200, 404, 403])
    await school.send('DELETE', `/api/v2/permissions/${id}`, { token: albrecht })
    expect(await statuses()).toEqual([404, 404, 404, 404, 404, 404, 404])
  })
})
