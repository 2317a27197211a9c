import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { documents } from '../../contract/documents.ts'
import { parseResponse } from '../../contract/parseResponse.ts'
import { submissions } from '../../contract/submissions.ts'
import { smallHomework, smallSchool } from '../../testing/sampleSchool.ts'
import { describeError } from '../../testing/signInFlow.ts'
import { type TestService, testService } from '../../testing/testService.ts'

const { people } = smallSchool
const todo = smallHomework.maths
const submission = `todo.${todo}.user.${people.sommer}.submission`
const correction = `todo.${todo}.user.${people.sommer}.correction`

let school: TestService
let teacher: string
let pupil: string
beforeEach(async () => {
  school = await testService({ documentLimit: 100_000 })
  teacher = await school.signIn('albrecht')
  pupil = await school.signIn('sommer')
})
afterEach(() => school.close())

type Part = BlobPart | readonly number[]
const latin1 = (text: string) => Array.from(text, character => character.charCodeAt(0))
const fileOf = (content: Part, name = 'a.txt', type = '') =>
  new File([Array.isArray(content) ? new Uint8Array(content) : (content as BlobPart)], name, { type })
const send = (related_to: string, file: File, token = pupil) => {
  const body = new FormData()
  body.append('related_to', related_to)
  body.append('file', file)
  return school.send('POST', '/api/v2/documents', { token, body })
}
const upload = async (related_to: string, file: File, token = pupil) => {
  const response = await send(related_to, file, token)
  if (response.status !== 200) throw new Error(await describeError(response))
  return parseResponse(documents.upload.response, await response.json())
}
const content = (id: number, token = pupil, query = '') =>
  school.send('GET', `/api/v2/documents/${id}/content${query}`, { token })
const entry = async (token: string) => {
  const path = `/api/v2/todos/${todo}/submissions/${people.sommer}`
  const response = await school.send('GET', path, { token })
  return parseResponse(submissions.get.response, await response.json()).submission
}
const correct = () =>
  school.send('POST', `/api/v2/todos/${todo}/submissions/${people.sommer}`, {
    token: teacher,
    body: { teacher_correction: 'Good.' },
  })

describe('an uploaded document', () => {
  it('has the fields of api.md, and its content is returned unchanged', async () => {
    const document = await upload(submission, fileOf('abc', 'a.txt'))
    expect(document).toEqual({
      id: document.id,
      name: 'a.txt',
      content_type: 'text/plain',
      size: 3,
      human_size: '3 B',
      related_to: submission,
      sha1_checksum: 'a9993e364706816aba3e25717850c26c9cd0d89d',
      hash: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
      uploaded: '2026-11-18T10:20:00+01:00',
      url: `https://school.example/api/v2/documents/${document.id}/content`,
      download_url: `https://school.example/api/v2/documents/${document.id}/content`,
      preview_url: null,
      can_delete: false,
      is_public: false,
      url_by_hash: expect.stringContaining(document.hash),
      type: 'text',
      alphanumeric_id: expect.any(String),
    })
    const response = await content(document.id)
    expect(await response.text()).toBe('abc')
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-length': '3',
      'content-disposition': `attachment; filename="a.txt"; filename*=UTF-8''a.txt`,
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    expect((await entry(teacher)).files.map(file => file.id)).toContain(document.id)
  })

  it.each([
    ['\u202efdp.exe', '_fdp.exe', '_fdp.exe'],
    ['a\u200bb.txt', 'a_b.txt', 'a_b.txt'],
    ['a"b.txt', 'a_b.txt', 'a_b.txt'],
    ['Übung 50%.txt', '_bung 50_.txt', '%C3%9Cbung%2050%25.txt'],
  ])('named %j is downloaded under a name that misleads no program', async (name, plain, encoded) => {
    const { id } = await upload(submission, new File(['abc'], name))
    expect((await content(id)).headers.get('content-disposition')).toBe(
      `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`,
    )
  })

  it('of a correction has a plain datetime and no additional fields', async () => {
    const document = await upload(correction, fileOf('abc'), teacher)
    expect(document.uploaded).toBe('2026-11-18 10:20:00')
    expect(document).not.toHaveProperty('url_by_hash')
  })

  it('is separate from a document with the same relation and name', async () => {
    const [first, two] = await Promise.all([upload(submission, fileOf('1')), upload(submission, fileOf('2'))])
    expect(first.id).not.toBe(two.id)
    expect(await (await content(two.id)).text()).toBe('2')
  })
})

describe('access to documents', () => {
  it('submission: only its pupil uploads, until it is corrected', async () => {
    expect((await send(submission, fileOf('x'))).status).toBe(200)
    expect((await send(submission, fileOf('x'), teacher)).status).toBe(403)
    const other = `todo.${todo}.user.${people.albrecht}.submission`
    expect((await send(other, fileOf('x'), pupil)).status).toBe(403)
    expect((await send(other, fileOf('x'), teacher)).status).toBe(403)
    expect((await send(submission, fileOf('x'), await school.signIn('weber'))).status).toBe(404)
    const before = (await entry(teacher)).files.length
    expect((await correct()).status).toBe(200)
    expect(await describeError(await send(submission, fileOf('x')))).toBe('409 corrected')
    expect((await entry(teacher)).files).toHaveLength(before)
  })

  it('correction: users with write access to the homework upload at any time', async () => {
    expect((await send(correction, fileOf('x'), pupil)).status).toBe(403)
    expect((await send(correction, fileOf('x'), await school.signIn('ruiz'))).status).toBe(403)
    expect((await send(correction, fileOf('x'), teacher)).status).toBe(200)
    await correct()
    expect((await send(correction, fileOf('x'), teacher)).status).toBe(200)
  })

  it('correction: the pupil can read its files only after it is returned', async () => {
    const { id } = await upload(correction, fileOf('x'), teacher)
    expect((await entry(pupil)).correction_files).toEqual([])
    expect((await entry(teacher)).correction_files.map(file => file.id)).toContain(id)
    expect((await content(id)).status).toBe(404)
    await correct()
    expect((await entry(pupil)).correction_files.map(file => file.id)).toContain(id)
    expect((await content(id)).status).toBe(200)
  })

  it('submission: only the pupil and correctors can read it', async () => {
    const id = smallHomework.documents.handedIn
    expect((await content(id)).status).toBe(200)
    expect((await content(id, teacher)).status).toBe(200)
    for (const login of ['ruiz', 'kern', 'weber', 'pending']) {
      expect((await content(id, await school.signIn(login))).status).toBe(404)
    }
  })
})

describe('hostile files', () => {
  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\me\\essay.doc', 'essay.doc'],
    ['..', 'file'],
    ['  ', 'file'],
    ['homework\u202egpj.exe', 'homework\u202egpj.exe'],
    [`${'x'.repeat(400)}.pdf`, `${'x'.repeat(251)}.pdf`],
  ])('named %j are stored as %j', async (name, expectedName) => {
    const { id, name: storedName } = await upload(submission, fileOf('x', name))
    expect(storedName).toBe(expectedName)
    const header = (await content(id)).headers.get('content-disposition') ?? ''
    expect(header).toMatch(/^attachment; filename="[\x20-\x7e]*"; filename\*=UTF-8''[\w.%!#$&+^`|~-]*$/)
    expect(decodeURIComponent(header.split("''")[1] ?? '')).toBe(expectedName.replace('\u202e', '_'))
  })

  it('add no response headers through their name', async () => {
    const { id } = await upload(submission, fileOf('x', `a";\r\nX-Evil: 1;'é%.html`))
    const response = await content(id)
    expect(response.headers.get('x-evil')).toBeNull()
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="[^"]*"; filename\*/)
  })

  it.each<[string, string, Part, string, string]>([
    ['page.html', 'text/html', '<script>alert(1)</script>', 'text/plain', 'text'],
    ['x.svg', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'text/plain', 'text'],
    ['x.png', 'image/png', '<html><script>alert(1)</script>', 'text/plain', 'text'],
    ['x.txt', 'text/html', [0xff, 0xd8, 0xff, 0xe0], 'image/jpeg', 'image'],
    ['x', 'text/javascript', [0, 1, 2, 250], 'application/octet-stream', 'file'],
    ['photo.avif', '', latin1('\0\0\0\x1cftypavif\0\0\0\0'), 'image/avif', 'image'],
    ['photo.bmp', '', latin1('BM\0\0\0\0\0\0\0\0'), 'image/bmp', 'image'],
    ['IMG_1.HEIC', '', latin1('\0\0\0\x1cftypheic\0\0\0\0'), 'image/heic', 'file'],
    ['song.mp3', '', latin1('\xff\xfb\x90\0'), 'audio/mpeg', 'audio'],
    ['song.flac', '', latin1('fLaC\0\0\0"'), 'audio/flac', 'audio'],
    ['book.m4b', '', latin1('\0\0\0\x1cftypM4B \0\0\0\0'), 'audio/mp4', 'audio'],
    ['x.txt', 'text/plain', [0xc3, 0x28], 'application/octet-stream', 'file'],
    ['x.html', 'text/html', '%PDF-1.4', 'application/pdf', 'pdf'],
    ['x.docx', '', 'PK\u0003\u0004', 'application/zip', 'file'],
    ['x.jpg', 'x"; y\r\nX-Evil: 1', 'plain', 'text/plain', 'text'],
  ])(
    'named %s with the declared type %j get the type of their bytes',
    async (name, headerText, bytes, type, kind) => {
      const document = await upload(submission, fileOf(bytes, name, headerText))
      expect(document).toMatchObject({ content_type: type, type: kind })
      const response = await content(document.id)
      expect(response.headers.get('content-type')?.split(';')[0]).toBe(type)
      expect(response.headers.get('content-disposition')).toMatch(/^attachment;/)
    },
  )

  it('have a preview only if they are pictures', async () => {
    const picture = await upload(submission, fileOf([0xff, 0xd8, 0xff, 0xe0], 'a.jpg'))
    expect(picture.preview_url).toBe(`${picture.url}?preview=1`)
    const preview = await content(picture.id, pupil, '?preview=1')
    expect(preview.headers.get('content-disposition')).toMatch(/^attachment;/)
    expect(new Uint8Array(await preview.arrayBuffer())).toEqual(new Uint8Array([0xff, 0xd8, 0xff, 0xe0]))
    const page = await upload(submission, fileOf('<html>', 'a.html'))
    expect((await content(page.id, pupil, '?preview=1')).status).toBe(404)
    expect((await content(picture.id, pupil, '?preview=maybe')).status).toBe(422)
  })
})

describe('an invalid upload', () => {
  const stored = async () => (await school.db.selectFrom('documents').select('id').execute()).length
  it('above the size limit is refused with 413', async () => {
    expect((await send(submission, fileOf('x'.repeat(100_000)))).status).toBe(200)
    for (const size of [100_001, 300_000]) {
      const response = await send(submission, fileOf('x'.repeat(size)))
      expect(response.status).toBe(413)
      expect(await response.json()).toMatchObject({
        error: { name: 'too_large', message: expect.stringContaining('97.7 KB') },
      })
    }
  })

  it('is refused by its Content-Length before it is read', async () => {
    const response = await school.send('POST', '/api/v2/documents', {
      token: pupil,
      headers: { 'content-type': 'multipart/form-data; boundary=x', 'content-length': '200000' },
    })
    expect(response.status).toBe(413)
  })

  it('is refused with 400, 415 or 422, and stores no document', async () => {
    const before = await stored()
    const post = (body: unknown, headers: Record<string, string> = {}) =>
      school.send('POST', '/api/v2/documents', { token: pupil, body, headers })
    expect(await describeError(await post({ related_to: submission }))).toBe('415 unsupported_media_type')
    const notMultipart = { 'content-type': 'multipart/form-data; boundary=x' }
    expect(await describeError(await post({ a: 1 }, notMultipart))).toBe('400 malformed')
    expect((await send(submission, fileOf(''))).status).toBe(422)
    expect((await send('todo.1.user.2.else', fileOf('x'))).status).toBe(422)
    const twoFiles = new FormData()
    twoFiles.append('related_to', submission)
    twoFiles.append('file', fileOf('1'))
    twoFiles.append('file', fileOf('2'))
    expect((await post(twoFiles)).status).toBe(422)
    const withoutFile = new FormData()
    withoutFile.append('related_to', submission)
    withoutFile.append('file', 'just text')
    expect((await post(withoutFile)).status).toBe(422)
    expect(await stored()).toBe(before)
  })

  it('without authentication is refused with 401, not with 413', async () => {
    const body = new FormData()
    body.append('file', fileOf('x'.repeat(300_000)))
    expect((await school.send('POST', '/api/v2/documents', { body })).status).toBe(401)
  })
})

describe('concurrent requests', () => {
  it('to upload and to correct store the file first or refuse it', async () => {
    for (let round = 0; round < 20; round += 1) {
      await school.db.updateTable('submissions').set({ corrected_at: null }).execute()
      const before = (await entry(teacher)).files.length
      const [uploaded] = await Promise.all([send(submission, fileOf(`${round}`)), correct()])
      expect([200, 409]).toContain(uploaded.status)
      expect((await entry(teacher)).files).toHaveLength(before + (uploaded.status === 200 ? 1 : 0))
    }
  })
})
