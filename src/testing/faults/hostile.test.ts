import { afterAll, beforeAll, expect, it } from 'vitest'
import { parseResponse } from '../../contract/parseResponse.ts'
import { submissions } from '../../contract/submissions.ts'
import { faultySchool, type TestService, testService } from '../testService.ts'
import { hostileHomework } from './faults.ts'
import { hostileFiles, hostileRenderings, readHostileFile } from './hostile.ts'

let school: TestService
let token: string
beforeAll(async () => {
  school = await testService({ fill: faultySchool })
  token = await school.signIn('albrecht')
})
afterAll(() => school.close())

async function entriesOf(todo: number) {
  const response = await school.send('GET', `/api/v2/todos/${todo}/submissions`, { token })
  const { rows, unreadable } = parseResponse(submissions.list.response, await response.json())
  expect(unreadable).toBe(0)
  return rows.map(entry => entry.submission)
}

it('has one hostile rendering per pupil, in order', async () => {
  const all = await entriesOf(hostileHomework.renderings)
  expect(all.map(one => one.comment)).toEqual(hostileRenderings.map(({ trick }) => trick))
  expect(all.map(one => one.comment_formatted)).toEqual(hostileRenderings.map(({ html }) => html))
  expect(new Set(hostileRenderings.map(({ trick }) => trick)).size).toBe(all.length)
})

it('has one hostile file per pupil, in order, never with an executable type', async () => {
  const all = await entriesOf(hostileHomework.files)
  expect(all.map(one => one.comment)).toEqual(hostileFiles.map(({ trick }) => trick))
  const files = all.map(one => one.files[0])
  expect(files.map(file => file?.name)).toEqual(hostileFiles.map(({ name }) => name))
  const types = new Set(files.map(file => file?.content_type))
  expect([...types].filter(type => /html|svg|xml|script|json/.test(type ?? ''))).toEqual([])
  for (const file of files) {
    const content = await school.send('GET', `/api/v2/documents/${file?.id}/content`, { token })
    expect(content.status).toBe(200)
    expect(content.headers.get('content-disposition')).toMatch(/^attachment; filename="[^"]*"; filename\*=/)
    expect(content.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'")
    expect((await content.arrayBuffer()).byteLength).toBe(file?.size)
  }
})

it('detects the type of a hostile file from its bytes', async () => {
  const all = await entriesOf(hostileHomework.files)
  const typeOf = (trick: string) => all.find(one => one.comment === trick)?.files[0]?.type
  expect(typeOf('HTML named as a picture')).toBe('text')
  expect(typeOf('JPEG that is none')).toBe('image')
  expect(typeOf('PDF with JavaScript')).toBe('pdf')
  expect(typeOf('text with NUL')).toBe('file')
  expect(typeOf('PNG of 36 megapixels')).toBe('image')
})

it('has a valid PNG of 36 megapixels in less than 20 kB', async () => {
  const png = await readHostileFile('bomb.png')
  expect(png.length).toBeLessThan(20_000)
  const view = new DataView(png.buffer)
  expect([view.getUint32(16), view.getUint32(20)]).toEqual([6000, 6000])
  // Checksum of an IEND chunk.
  expect(view.getUint32(png.length - 4)).toBe(0xae426082)
})
