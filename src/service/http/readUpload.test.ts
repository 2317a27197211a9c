import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { expectBlockedBelow } from '../../testing/expectBlockedBelow.ts'
import { smallHomework, smallSchool } from '../../testing/sampleSchool.ts'
import { describeError } from '../../testing/signInFlow.ts'
import { type TestService, testService } from '../../testing/testService.ts'

const related_to = `todo.${smallHomework.maths}.user.${smallSchool.people.sommer}.submission`

let school: TestService
let token: string
beforeEach(async () => {
  school = await testService({ documentLimit: 4_000_000 })
  token = await school.signIn('sommer')
})
afterEach(() => school.close())

const encoder = new TextEncoder()
const bytesOf = (text: string) => encoder.encode(text)

/** Counts the bytes that were read. */
function inChunks(bytes: Uint8Array, size: number) {
  let offset = 0
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        controller.enqueue(bytes.subarray(offset, offset + size))
        offset += size
        if (offset >= bytes.byteLength) controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  return { body, bytesRead: () => offset }
}

const upload = (body: BodyInit, boundary = 'x', options: string | undefined = token) =>
  school.service.fetch(
    new Request('https://school.example/api/v2/documents', {
      method: 'POST',
      headers: {
        'content-type': `multipart/form-data; boundary=${boundary}`,
        ...(options && { authorization: `Bearer ${options}` }),
      },
      body,
      duplex: 'half',
    } as RequestInit),
    { address: '192.0.2.1' },
  )

const field = (name: string, value: string, boundary = 'x') =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const file = (content: string, boundary = 'x', options = 'filename="a.txt"') =>
  `--${boundary}\r\nContent-Disposition: form-data; name="file"; ${options}\r\n\r\n${content}\r\n`
const form = (content: string, boundary = 'x') =>
  bytesOf(`${field('related_to', related_to, boundary)}${file(content, boundary)}--${boundary}--\r\n`)
const longBoundary = 'a'.repeat(70)

describe('a hostile upload body', () => {
  it.each<[string, number, Uint8Array<ArrayBuffer>, string?]>([
    ['200,000 empty parts', 413, bytesOf(`${field('a', '').repeat(200_000)}--x--\r\n`)],
    ['200,000 parts without headers', 400, bytesOf(`${'--x\r\n\r\n\r\n'.repeat(200_000)}--x--\r\n`)],
    ['3 MB before the form', 400, bytesOf('y'.repeat(3_000_000))],
    ['3 MB after the form', 422, bytesOf(`${field('a', '1')}--x--\r\n${'y'.repeat(3_000_000)}`)],
    ['headers without an end', 400, bytesOf(`--x\r\n${'a: b\r\n'.repeat(500_000)}`)],
    [
      'near copies of the boundary',
      200,
      form(`\r\n--${'a'.repeat(69)}b`.repeat(40_000), longBoundary),
      longBoundary,
    ],
    ['the letter of the boundary', 200, form('a'.repeat(3_000_000), longBoundary), longBoundary],
    ['beginnings of boundaries', 200, form('\r\n--'.repeat(700_000), longBoundary), longBoundary],
  ])(
    '%s: answers %i and blocks the event loop for less than 60 ms',
    async (_, status, bytes, boundary = 'x') => {
      for (const size of [bytes.byteLength, 65_536, 1000]) {
        let responseStatus: number | undefined
        await expectBlockedBelow(60, async () => {
          responseStatus = (await upload(inChunks(bytes, size).body, boundary)).status
        })
        expect({ size, status: responseStatus }).toEqual({ size, status })
      }
    },
  )

  it('in chunks of one byte blocks the event loop under 60 ms', async () => {
    let responseStatus: number | undefined
    await expectBlockedBelow(60, async () => {
      responseStatus = (await upload(inChunks(form('y'.repeat(500_000)), 1).body)).status
    })
    expect(responseStatus).toBe(200)
  })

  it.each<[string, string]>([
    ['413 too_many_parts', `${field('a', '1').repeat(11)}--x--`],
    ['413 too_large', file('y'.repeat(4_000_001))],
    ['413 too_large', `${field('related_to', 'y'.repeat(10_001))}--x`],
    ['400 malformed', `--x\r\nX: ${'y'.repeat(17_000)}`],
  ])('is refused with %s before the rest is read', async (reason, beginning) => {
    const { body, bytesRead } = inChunks(bytesOf(beginning.padEnd(4_005_000, '-')), 4000)
    const response = await upload(body)
    expect(await describeError(response.clone())).toBe(reason)
    expect((await response.json()).error.message).toMatch(/^[A-Z].+\.$/)
    expect(bytesRead()).toBeLessThan(Math.max(beginning.length, 4000) + 10_000)
  })

  it('is not read before authentication', async () => {
    const { body, bytesRead } = inChunks(form('x'), 10)
    expect((await upload(body, 'x', 'nobody')).status).toBe(401)
    expect(bytesRead()).toBe(0)
  })
})

describe('a multipart form', () => {
  const stored = async (options: string) => {
    const response = await upload(
      bytesOf(`${field('related_to', related_to)}${file('x', 'x', options)}--x--`),
    )
    return response.status === 200 ? (await response.json()).name : describeError(response)
  }

  it.each([
    ['filename="é 👍.txt"', 'é 👍.txt'],
    ['filename="a%22b%0D%0Ac.txt"', 'a"bc.txt'],
    ['filename="100%25.txt"', '100%25.txt'],
    ['filename="C:\\Users\\essay.doc"', 'essay.doc'],
    ['filename="a.txt"; filename*=UTF-8\'\'%C3%A9.txt', 'é.txt'],
    ['filename="e\u0301.txt"', '\u00e9.txt'],
    ['filename="\u200b\u2800"', 'file'],
    ["filename*=utf-8''%C3.txt", '400 malformed'],
    ["filename*=iso-8859-1''%E9.txt", '400 malformed'],
    ['filename=a.txt', '400 malformed'],
    ['filename="a"; filename="b"', '400 malformed'],
  ])('has the file name of %s', async (options, name) => {
    expect(await stored(options)).toBe(name)
  })

  it('may end with a line break, and be split anywhere', async () => {
    const whole = form('abc')
    for (const size of [whole.byteLength - 2, whole.byteLength - 3, 7]) {
      expect((await upload(inChunks(whole, size).body)).status).toBe(200)
    }
    expect((await upload(whole.subarray(0, -2))).status).toBe(200)
    const large = form('y'.repeat(1000))
    for (let missing = 1; missing < 12; missing += 1) {
      expect((await upload(inChunks(large, large.byteLength - missing).body)).status).toBe(200)
    }
    expect(await describeError(await upload(whole.subarray(0, -4)))).toBe('400 malformed')
  })

  it.each(['', 'y'.repeat(71), 'ä', 'x\u0001'])('with the boundary %j is refused', async boundary => {
    expect(await describeError(await upload('x', encodeURI(boundary)))).toBe('400 malformed')
  })

  it('has text fields in UTF-8 only', async () => {
    const typed = (type: string, value: Uint8Array<ArrayBuffer>) =>
      new Blob([
        `--x\r\nContent-Disposition: form-data; name="related_to"\r\nContent-Type: ${type}\r\n\r\n`,
        value,
        `\r\n${file('x')}--x--`,
      ])
    const sent = async (type: string, value = bytesOf(related_to)) => {
      const response = await upload(await typed(type, value).arrayBuffer())
      return response.status === 200 ? 200 : describeError(response)
    }
    expect(await sent('text/plain; charset=UTF-8')).toBe(200)
    expect(await sent('text/plain; charset=iso-8859-1')).toBe('400 malformed')
    expect(await sent('text/plain', new Uint8Array([0xff]))).toBe('400 malformed')
  })
})

describe('a large file', () => {
  const large = (size: number) =>
    Uint8Array.from({ length: size }, (_, index) => (index * 7 + (index >> 9)) % 256)
  const sent = (bytes: Uint8Array<ArrayBuffer>, label = related_to) =>
    new Blob([
      field('related_to', label),
      file('', 'x').replace(/\r\n$/, ''),
      bytes,
      '\r\n--x--\r\n',
    ]).arrayBuffer()
  it('of 20 MB blocks the event loop for less than 60 ms', async () => {
    const largeService = await testService()
    const [before, blockedMs] = [school, token]
    school = largeService
    token = await largeService.signIn('sommer')
    const body = await sent(large(20_000_000))
    let id = 0
    await expectBlockedBelow(60, async () => {
      const response = await upload(inChunks(new Uint8Array(body), 65_536).body)
      ;({ id } = await response.json())
    })
    await expectBlockedBelow(60, async () => {
      const response = await school.send('GET', `/api/v2/documents/${id}/content`, { token })
      for await (const _ of response.body ?? []);
    })
    await largeService.close()
    ;[school, token] = [before, blockedMs]
  })
})
