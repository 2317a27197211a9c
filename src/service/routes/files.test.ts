import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ClassFile } from '../../contract/files.ts'
import { fileCalls, filesPath } from '../../testing/fileCalls.ts'
import { smallFiles, smallSchool } from '../../testing/sampleSchool.ts'
import { describeError } from '../../testing/signInFlow.ts'
import { type TestService, testService } from '../../testing/testService.ts'

const { people } = smallSchool
const { folder, sheet, otherFolder } = smallFiles

let school: TestService
let calls: ReturnType<typeof fileCalls>
let ruiz: string
let sommer: string
let weber: string
beforeEach(async () => {
  school = await testService({ documentLimit: 100_000 })
  calls = fileCalls(school, await school.signIn('albrecht'))
  ruiz = await school.signIn('ruiz')
  sommer = await school.signIn('sommer')
  weber = await school.signIn('weber')
})
afterEach(() => school.close())

describe('GET files', () => {
  it('returns the flat list of api.md, with the newest version as document', async () => {
    const response = await school.send('GET', filesPath, { token: sommer })
    expect(await response.json()).toEqual([
      {
        id: folder,
        name: 'Worksheets',
        is_dir: true,
        parent_id: null,
        created_at: '2026-11-18 10:20:00',
        document: null,
        can_write: false,
        has_permission: true,
      },
      {
        id: sheet,
        name: 'sheet.txt',
        is_dir: false,
        parent_id: '1',
        created_at: '2026-11-18 10:20:00',
        document: expect.objectContaining({
          name: 'sheet.txt',
          related_to: 'file.2',
          size: 14,
          human_size: '14 B',
        }),
        can_write: false,
        has_permission: false,
      },
    ])
    const single = (await (await calls.get(sheet, sommer)).json()) as ClassFile
    expect(single).toMatchObject({ parent_id: '1', created_at: '2026-11-18T10:20:00+01:00' })
  })

  it('answers 304 until an entry changes for the caller', async () => {
    const tagOf = async (token: string) =>
      (await school.send('GET', filesPath, { token })).headers.get('etag') ?? ''
    const tags = [await tagOf(sommer)]
    const conditional = await school.send('GET', filesPath, {
      token: sommer,
      headers: { 'If-None-Match': tags[0] ?? '' },
    })
    expect([conditional.status, await conditional.text()]).toEqual([304, ''])
    const { id } = await calls.createParsed({ name: 'a.txt' })
    for (const change of [
      () => calls.upload(id, 'x'),
      () => calls.upload(id, 'y'),
      () => calls.grantAccess(id, people.sommer, { is_write: true }),
      () => calls.grantAccess(id, people.sommer),
      () => calls.change(id, { name: 'b.txt' }),
      () => calls.change(id, { parent_id: folder }),
      () => calls.remove(sheet),
    ]) {
      await change()
      tags.push(await tagOf(sommer))
    }
    expect(new Set(tags).size).toBe(tags.length)
  })

  it('has the class as root folder, which can’t be deleted', async () => {
    const top = (await (await calls.get(0, sommer)).json()) as ClassFile
    expect(top).toMatchObject({
      id: 0,
      name: '8b',
      is_dir: true,
      parent_id: null,
      document: null,
      can_write: false,
    })
    expect(await (await calls.get(0)).json()).toMatchObject({ can_write: true })
    expect((await calls.get(0, weber)).status).toBe(404)
    expect(await describeError(await calls.remove(0))).toBe('403 forbidden')
    expect(await describeError(await calls.remove(0, weber))).toBe('404 not_found')
  })
})

describe('POST files', () => {
  it('creates an entry, returns its row, and makes the creator administrator', async () => {
    const made1 = await calls.createParsed({ name: ' Trip ', is_dir: true, parent_id: 0 }, ruiz)
    const response = await calls.create({ name: 'a.pdf', parent_id: made1.id }, ruiz)
    const row: unknown = await response.json()
    expect(row).toEqual({
      id: made1.id + 1,
      name: 'a.pdf',
      is_dir: false,
      parent_id: made1.id,
      created_at: '2026-11-18 10:20:00',
      document: null,
      can_write: true,
      has_permission: true,
    })
    const all = (await (await school.send('GET', filesPath, { token: ruiz })).json()) as unknown[]
    expect(all.at(-1)).toEqual({ ...(row as object), parent_id: String(made1.id) })
    expect(made1.name).toBe('Trip')
    const grants = await school.send('GET', `/api/v2/permissions?file_id=${made1.id}`, { token: ruiz })
    expect(await grants.json()).toMatchObject([
      {
        resource_ids: { file_id: made1.id },
        target: { ids: { user_id: people.ruiz } },
        is_write: true,
        is_admin: true,
      },
    ])
    expect((await calls.create({ name: 'a.pdf', parent_id: made1.id }, ruiz)).status).toBe(200)
  })

  it.each<[body: object, field: string, what: string]>([
    [{ name: 'a', parent_id: sheet }, 'parent_id', 'a file'],
    [{ name: 'a', parent_id: otherFolder }, 'parent_id', 'a folder of another class'],
    [{ name: 'a', parent_id: 99 }, 'parent_id', 'an unknown folder'],
    [{ name: 'a', parent_id: 2 ** 40 }, 'parent_id', 'an ID out of range'],
    [{ name: 'a/b' }, 'name', 'a path'],
    [{ name: '..' }, 'name', 'a parent path'],
    [{ name: '  ' }, 'name', 'only spaces'],
    [{ name: 'x'.repeat(256) }, 'name', 'a name that is too long'],
  ])('%j is refused with an error for the field %s: %s', async (body, field) => {
    const before = await calls.count('files')
    const response = await calls.create(body)
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({ error: { fields: { [field]: expect.any(String) } } })
    expect(await calls.count('files')).toBe(before)
  })
})

describe('PUT files', () => {
  const namesIn = async (parent: number | null) =>
    (await calls.list()).filter(({ parent_id }) => parent_id === parent).map(({ name }) => name)

  it('renames an entry, and returns its row of the list', async () => {
    const response = await calls.change(sheet, { name: '  Bru\u0308che.txt ' })
    const row: unknown = await response.json()
    expect(row).toMatchObject({ id: sheet, name: 'Br\u00fcche.txt', parent_id: folder, can_write: true })
    const [, listed] = (await (await school.send('GET', filesPath, { token: ruiz })).json()) as object[]
    expect({ ...listed, has_permission: true }).toEqual({
      ...(row as object),
      parent_id: String(folder),
      has_permission: true,
    })
  })

  it('moves a folder with its content, and keeps its permissions', async () => {
    const { id: year } = await calls.createParsed({ name: 'Year 8', is_dir: true })
    expect((await calls.change(folder, { parent_id: year, name: 'Sheets' })).status).toBe(200)
    expect([await namesIn(null), await namesIn(year), await namesIn(folder)]).toEqual([
      ['Year 8'],
      ['Sheets'],
      ['sheet.txt'],
    ])
    const permissions = await school.send('GET', `/api/v2/permissions?file_id=${folder}`, { token: sommer })
    expect(await permissions.json()).toHaveLength(2)
    expect((await calls.change(folder, { parent_id: 0 })).status).toBe(200)
    expect(await namesIn(null)).toEqual(['Sheets', 'Year 8'])
  })

  it.each<[body: object, field: string, what: string]>([
    [{ parent_id: folder }, 'parent_id', 'a folder into itself'],
    [{ parent_id: 4 }, 'parent_id', 'a folder into a folder in it'],
    [{ parent_id: sheet }, 'parent_id', 'a file as a folder'],
    [{ parent_id: otherFolder }, 'parent_id', 'a folder of another class'],
    [{ parent_id: 99 }, 'parent_id', 'an unknown folder'],
    [{ name: 'a/b' }, 'name', 'a path'],
    [{ name: '\u200b \u3164' }, 'name', 'no visible character'],
  ])('%j is refused with an error for the field %s: %s', async (body, field) => {
    const outer = await calls.createParsed({ name: 'Outer', is_dir: true, parent_id: folder })
    const inner = await calls.createParsed({ name: 'Inner', is_dir: true, parent_id: outer.id })
    const target = 'parent_id' in body && body.parent_id === 4 ? { parent_id: inner.id } : body
    const before = await calls.list()
    const response = await calls.change(folder, target)
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({ error: { fields: { [field]: expect.any(String) } } })
    expect(await calls.list()).toEqual(before)
  })

  it('refuses a taken name in any folder, also in another Unicode form', async () => {
    const { id } = await calls.createParsed({ name: 'Übung.txt', parent_id: folder })
    const refused = '409 name_taken'
    expect(await describeError(await calls.change(sheet, { name: 'U\u0308bung.txt' }))).toBe(refused)
    const { id: copy } = await calls.createParsed({ name: 'sheet.txt' })
    expect(await describeError(await calls.change(copy, { parent_id: folder }))).toBe(refused)
    expect((await calls.change(copy, { parent_id: folder, name: 'sheet (2).txt' })).status).toBe(200)
    // The own name is free, e.g. when a request is repeated.
    for (const name of ['übung.txt', 'übung.txt'])
      expect((await calls.change(id, { name, parent_id: folder })).status).toBe(200)
  })

  it('needs write access to the file and to the new folder', async () => {
    const inner = await calls.createParsed({ name: 'Inner', is_dir: true, parent_id: folder })
    const open = await calls.createParsed({ name: 'Open', is_dir: true })
    await calls.grantAccess(open.id, people.sommer, { is_write: true })
    const { id: own } = await calls.createParsed({ name: 'own.txt', parent_id: open.id }, sommer)
    const move = async (id: number, parent_id: number | null, token: string) =>
      (await calls.change(id, { parent_id }, token)).status
    expect(await move(sheet, open.id, sommer)).toBe(403)
    expect(await move(own, inner.id, sommer)).toBe(403)
    expect(await move(own, null, sommer)).toBe(403)
    await calls.grantAccess(inner.id, people.sommer, { is_write: true })
    expect(await move(own, inner.id, sommer)).toBe(200)
    expect(await move(own, open.id, ruiz)).toBe(200)
    await calls.grantAccess(folder, people.ruiz)
    expect(await move(own, folder, ruiz)).toBe(403)
    expect(await move(own, folder, weber)).toBe(404)
  })

  it('can’t change the topmost folder', async () => {
    expect(await describeError(await calls.change(0, { name: 'x' }))).toBe('403 forbidden')
  })
})

describe('versions of a file', () => {
  it('are uploads; the list has the newest, each can be read', async () => {
    const { id } = await calls.createParsed({ name: 'a.txt' })
    const first = await calls.upload(id, 'one')
    const second = await calls.upload(id, '')
    const listed = (await calls.list()).find(file => file.id === id)
    expect([listed?.document, listed?.name]).toEqual([second, 'a.txt'])
    expect((await calls.getParsed(id)).document).toEqual(second)
    expect(await (await calls.download(first.id, sommer)).text()).toBe('one')
    expect(await (await calls.download(second.id, sommer)).text()).toBe('')
    const toFolder = await calls.send(folder, 'x')
    expect(await toFolder.json()).toMatchObject({
      error: { code: 422, fields: { related_to: expect.any(String) } },
    })
    expect((await calls.send(id, 'x'.repeat(100_001))).status).toBe(413)
    expect((await calls.list()).find(file => file.id === id)?.document).toEqual(second)
  })
})
