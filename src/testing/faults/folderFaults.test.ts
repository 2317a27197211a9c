import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { files } from '../../contract/files.ts'
import { parseResponse } from '../../contract/parseResponse.ts'
import { faultySchool, type TestService, testService } from '../testService.ts'
import { faultFolderIds, faultFolders, type WriteFault } from './faults.ts'
import { withFaults } from './withFaults.ts'

const path = `/api/v2/course/${faultFolderIds.courseId}/files`

let school: TestService
let token: string
beforeAll(async () => {
  school = await testService({ fill: faultySchool })
  token = await school.signIn('albrecht')
})
afterAll(() => school.close())

const idOf = (kind: WriteFault['kind'], only: WriteFault['only'] = 'upload', value?: number) => {
  const found = faultFolders.find(
    fault => fault.kind === kind && fault.only === only && (value === undefined || fault.value === value),
  )
  if (!found) throw new Error(`no folder ${kind}`)
  return found.id
}
const create = (name: string, parent_id: number) =>
  school.send('POST', path, { token, body: { name, parent_id } })
const createFolder = async (name: string, parent_id: number) =>
  parseResponse(files.create.response, await (await create(name, parent_id)).json()).id
const upload = (fileId: number, service = school.service) => {
  const body = new FormData()
  body.append('related_to', `file.${fileId}`)
  body.append('file', new File(['text'], 'a.txt'))
  const headers = { authorization: `Bearer ${token}` }
  return service.fetch(
    new Request('https://school.example/api/v2/documents', { method: 'POST', headers, body }),
  )
}
const versions = async (id: number) =>
  (await school.db.selectFrom('documents').select('id').where('file_id', '=', id).execute()).length
const named = async (name: string, folder: number) => {
  const rows = school.db.selectFrom('files').select('id').where('parent_id', '=', folder)
  return (await rows.where('name', '=', name).execute()).length
}

describe('folders with write faults', () => {
  it('are listed in their own class, with readable and deletable files', async () => {
    const response = await school.send('GET', path, { token })
    const { rows, unreadable } = parseResponse(files.list.response, await response.json())
    const inside = rows.filter(({ parent_id }) => parent_id === faultFolderIds.parent)
    expect(unreadable).toBe(0)
    for (const { id, name } of faultFolders) {
      expect(inside.find(file => file.id === id)).toMatchObject({ name, is_dir: true })
      const there = rows.find(({ parent_id }) => parent_id === id)
      const bytes = await school.send('GET', `/api/v2/documents/${there?.document?.id}/content`, { token })
      expect(bytes.status).toBe(200)
    }
    const id = await createFolder('gone.txt', idOf('fails'))
    expect((await school.send('DELETE', `${path}/${id}`, { token })).status).toBe(200)
  })
})

describe('uploads', () => {
  it('are stored despite a lost response, once per file', async () => {
    for (const name of ['a.txt', 'b.txt']) {
      const id = await createFolder(name, idOf('lostFirst'))
      expect([(await upload(id)).status, await versions(id)]).toEqual([502, 1])
      expect([(await upload(id)).status, await versions(id)]).toEqual([200, 2])
    }
  })
  it.each([
    ['brokenFirst', 1],
    ['cutFirst', 0],
  ] as const)('break off once: %s with %i stored', async (kind, stored) => {
    const id = await createFolder('a.txt', idOf(kind))
    await expect((await upload(id)).text()).rejects.toThrow('broken off')
    expect(await versions(id)).toBe(stored)
    expect([(await upload(id)).status, await versions(id)]).toEqual([200, stored + 1])
  })
  it.each([
    ['failsFirst', 500, null],
    ['busyFirst', 429, '2'],
  ] as const)('are not stored at the first attempt: %s', async (kind, status, retryAfter) => {
    const id = await createFolder('a.txt', idOf(kind))
    const first = await upload(id)
    expect([first.status, first.headers.get('retry-after'), await versions(id)]).toEqual([
      status,
      retryAfter,
      0,
    ])
    expect([(await upload(id)).status, await versions(id)]).toEqual([200, 1])
  })
  it.each([413, 507])('are never stored: %i', async status => {
    const id = await createFolder('a.txt', idOf('fails', 'upload', status))
    for (let n = 0; n < 3; n += 1) expect((await upload(id)).status).toBe(status)
    expect(await versions(id)).toBe(0)
  })
  it('are stored if the response is late or never arrives', async () => {
    const waits: (number | null)[] = []
    const late = withFaults(school.serviceWithoutFaults, {
      ...school,
      timeZone: 'Europe/Berlin',
      wait: async ms => void waits.push(ms),
    })
    for (const { id: folder } of faultFolders.filter(({ kind }) => kind === 'late')) {
      const id = await createFolder('a.txt', folder)
      expect([(await upload(id, late)).status, await versions(id)]).toEqual([200, 1])
    }
    expect(waits).toEqual([4000, null])
  })
})

describe('new entries', () => {
  it('are created despite a lost response, once per name', async () => {
    const folder = idOf('lostFirst', 'creation')
    expect([(await create('a.txt', folder)).status, await named('a.txt', folder)]).toEqual([502, 1])
    expect((await create('b.txt', folder)).status).toBe(502)
    expect([(await create('a.txt', folder)).status, await named('a.txt', folder)]).toEqual([200, 2])
  })
  it('are not created at the first attempt', async () => {
    const folder = idOf('failsFirst', 'creation')
    expect([(await create('a.txt', folder)).status, await named('a.txt', folder)]).toEqual([500, 0])
    expect([(await create('a.txt', folder)).status, await named('a.txt', folder)]).toEqual([200, 1])
  })
  it('have no upload fault in another class with the same folder ID', async () => {
    const id = await createFolder('a.txt', idOf('lostFirst'))
    await school.db.updateTable('files').set({ course_id: 1 }).where('id', '=', id).execute()
    expect((await upload(id)).status).toBe(200)
  })
  it('have no fault in other folders', async () => {
    const id = await createFolder('a.txt', faultFolderIds.parent)
    expect((await upload(id)).status).toBe(200)
  })
})
