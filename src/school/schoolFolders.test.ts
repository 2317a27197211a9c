import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ClassFile, files } from '../contract/files.ts'
import { parseResponse } from '../contract/parseResponse.ts'
import { faultFolderIds, faultFolders } from '../testing/faults/faults.ts'
import { strangeFolder, tangledClass } from '../testing/faults/fillFaultFolders.ts'
import { strangeNames } from '../testing/faults/hostile.ts'
import { faultySchool, type TestService, testService } from '../testing/testService.ts'

let school: TestService
let token: string
beforeAll(async () => {
  school = await testService({ fill: faultySchool })
  token = await school.signIn('albrecht')
})
afterAll(() => school.close())

async function filesOf(courseId: number, as = token) {
  const response = await school.send('GET', `/api/v2/course/${courseId}/files`, { token: as })
  return parseResponse(files.list.response, await response.json())
}

async function bytesOf(file: ClassFile): Promise<string> {
  const response = await school.send('GET', `/api/v2/documents/${file.document?.id}/content`, { token })
  const bytes = await response.arrayBuffer()
  expect([file.id, response.status, bytes.byteLength]).toEqual([file.id, 200, file.document?.size])
  return new TextDecoder('latin1').decode(bytes)
}

describe('the files of 8b', () => {
  it('are the files of the pictures, with the content type of their bytes', async () => {
    const { rows, unreadable } = await filesOf(1)
    expect(unreadable).toBe(0)
    const within = (id: number | null) => rows.filter(file => file.parent_id === id)
    const folders = (id: number | null) => within(id).filter(file => file.is_dir)
    expect(folders(null).map(({ name }) => name)).toEqual(['English', 'Maths', 'Museum trip'])
    expect(within(3).map(({ name }) => name)).toEqual([
      'Solutions',
      'Tests',
      'fraction-wall.png',
      'fractions-p42.pdf',
      'fractions-p44.pdf',
      'points-term-1.csv',
      'mental-arithmetic-3.mp3',
      'worksheet-7-angles.pdf',
      'notes-for-substitutes.txt',
      'board-examples.jpg',
    ])
    expect([within(4).length, within(5).length]).toEqual([6, 4])
    for (const file of rows.filter(({ id, is_dir }) => id < 100 && !is_dir)) await bytesOf(file)
    const typeOf = (name: string) => rows.find(file => file.name === name)?.document?.content_type
    expect(typeOf('fraction-wall.png')).toBe('image/png')
    expect(typeOf('mental-arithmetic-3.mp3')).toBe('audio/mpeg')
    expect(typeOf('listening-unit-3.wav')).toBe('audio/wav')
    expect(typeOf('angle-opens.webm')).toBe('video/webm')
    expect(typeOf('reading-log.docx')).toBe('application/zip')
  })

  it('are dated in the past, and no file before its folder', async () => {
    const { rows } = await filesOf(1)
    for (const { name, created_at, parent_id } of rows) {
      const folder = rows.find(({ id }) => id === parent_id)
      expect([name, Date.parse(created_at) <= school.clock()]).toEqual([name, true])
      expect([name, created_at >= (folder?.created_at ?? '')]).toEqual([name, true])
    }
  })

  it('let a pupil write only in the folder of the museum trip', async () => {
    const { rows } = await filesOf(1, await school.signIn('sommer'))
    const writableIds = rows.filter(file => file.can_write).map(({ id }) => id)
    const tripIds = rows.filter(({ id, parent_id }) => id === 7 || parent_id === 7).map(({ id }) => id)
    expect(writableIds).toEqual(tripIds)
    expect((await filesOf(1)).rows.every(file => file.can_write)).toBe(true)
  })
})

it('has folders of faults and unusual names in a separate class', async () => {
  const { rows } = await filesOf(faultFolderIds.courseId)
  const folders = rows.filter(
    file => file.parent_id === faultFolderIds.parent && file.id !== strangeFolder.id,
  )
  expect(folders.map(({ id, name }) => [id, name])).toEqual(faultFolders.map(({ id, name }) => [id, name]))
  const strange = rows.filter(file => file.parent_id === strangeFolder.id)
  expect(strange.map(({ name }) => name)).toEqual(strangeNames.map(({ name }) => name))
  for (const [index, { trick, isFolder }] of strangeNames.entries()) {
    const file = strange[index]
    if (file && !isFolder) expect(await bytesOf(file)).toBe(`The name: ${trick}.\n`)
  }
})

it('returns entries with invalid parents, and the content of each file', async () => {
  const { rows, unreadable } = await filesOf(tangledClass)
  expect(unreadable).toBe(0)
  const named = (name: string) => rows.find(file => file.name === name)
  const parentOf = (name: string) => rows.find(({ id }) => id === named(name)?.parent_id)?.name
  expect([parentOf('Loop A'), parentOf('Loop B')]).toEqual(['Loop B', 'Loop A'])
  expect(parentOf('In itself')).toBe('In itself')
  expect(named('orphan.txt')?.parent_id).toBeGreaterThan(0)
  expect(parentOf('orphan.txt')).toBeUndefined()
  expect(rows.find(({ name }) => name === parentOf('child-of-a-file.txt'))?.is_dir).toBe(false)
  for (const file of rows.filter(({ is_dir }) => !is_dir)) {
    expect(await bytesOf(file)).toBe('You found me all the same.\n')
    const one = await school.send('GET', `/api/v2/course/9101/files/${file.id}`, { token })
    expect(one.status).toBe(200)
  }
})

it('has an administrator for each lesson content, news entry and file', async () => {
  for (const [field, table] of [
    ['lesson_comment_id', 'lesson_contents'],
    ['announcement_id', 'news'],
    ['file_id', 'files'],
  ] as const) {
    const without = await school.db
      .selectFrom(table)
      .select('id')
      .where('id', 'not in', query =>
        query
          .selectFrom('permissions')
          .select('resource_id')
          .where('resource_field', '=', field)
          .where('is_admin', '=', 1),
      )
      .execute()
    expect([table, without]).toEqual([table, []])
  }
})

it('returns loose, broken and hostile file lists for the fault classes', async () => {
  const loose = await filesOf(9050)
  expect([loose.rows.length, loose.unreadable]).toEqual([16, 0])
  expect(loose.rows.filter(file => file.parent_id === 901).map(({ name }) => name)).toEqual([
    'parent as a number.txt',
    'parent as text.txt',
  ])
  const broken = await filesOf(9051)
  expect(broken.unreadable).toBe(7)
  expect(broken.rows.filter(({ id }) => id === 902)).toHaveLength(1)
  expect((await filesOf(9052)).unreadable).toBe(0)
  const one = await school.send('GET', '/api/v2/course/9051/files/919', { token })
  expect(await one.json()).toMatchObject({ name: 'Readable too' })
})
