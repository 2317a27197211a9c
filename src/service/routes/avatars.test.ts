import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { smallHomework, smallSchool } from '../../testing/sampleSchool.ts'
import { describeError } from '../../testing/signInFlow.ts'
import { type TestService, testService } from '../../testing/testService.ts'
import { avatarUrl } from '../serialize/avatarUrl.ts'

let school: TestService
let token: string
beforeAll(async () => {
  school = await testService()
  token = await school.signIn('albrecht')
})
afterAll(() => school.close())

const origin = 'https://school.example'
const get = async (path: string) => (await school.send('GET', `/api/v2${path}`, { token })).json()
const picture = (url: string) => school.send('GET', url.replace(origin, ''))

describe('an avatar', () => {
  it('exists at the URL that every response about a person contains', async () => {
    const [entries, grants, members, me] = await Promise.all([
      get(`/todos/${smallHomework.maths}/submissions`),
      get(`/permissions?lesson_id=${smallSchool.lessons.maths}`),
      get(`/courses/${smallSchool.courses['8b']}/members`),
      get('/me'),
    ])
    const readAvatarUrls: unknown[] = [
      ...entries.map(({ user }: { user: { avatar_url: unknown } }) => user.avatar_url),
      ...grants.map(({ target }: { target: { image: unknown } }) => target.image),
      ...members.map(({ avatar_url }: { avatar_url: unknown }) => avatar_url),
      me.avatar_url,
    ]
    expect(readAvatarUrls.length).toBe(7)
    for (const address of readAvatarUrls) {
      expect(address).toMatch(
        /^https:\/\/school\.example\/api\/v2\/avatars\/initials\?of=\p{L}{1,2}&colour=\d+$/u,
      )
      expect((await picture(String(address))).status).toBe(200)
    }
  })

  it('is an SVG image with a sandbox CSP, cached for a year', async () => {
    const url = avatarUrl({ id: smallSchool.people.sommer, name: 'Mika Sommer' }, origin)
    const response = await picture(url)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/svg+xml; charset=utf-8',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    const text = await response.text()
    expect(text).toMatch(/^<svg .*>MS<\/text><\/svg>\n$/)
    expect(text).toMatch(/fill="#[0-9a-f]{6}"/)
  })

  it.each([
    ['Jana Albrecht', 'JA'],
    ['Anna-Maria de la Cruz y Ortega', 'AO'],
    ['  aiko  ', 'A'],
    ['Élodie Ørsted', 'ÉØ'],
    ['<script>alert(1)</script>', 'SS'],
    ['"><img onerror=x> &amp;', 'IA'],
    ['\u202e\u0000', ''],
    ['👩‍👩‍👧 Meyer', 'M'],
    ['ßen ßen', 'SSSS'],
    ['ﬃx', 'FFI'],
    ['李 小龙', '李小'],
  ])('of %j shows %j', async (name, initials) => {
    const url = avatarUrl({ id: 1, name }, origin)
    expect(new URL(url).searchParams.get('of')).toBe(initials)
    const response = await picture(url)
    expect([response.status, await response.text()]).toEqual([
      200,
      expect.stringContaining(`>${initials}</text>`),
    ])
  })

  it.each([
    'of=%3Csvg%3E',
    'of=A%26B',
    'of=longer',
    'of=M&of=S',
    'of=%00',
    'colour=12',
    'colour=-1',
    'colour=red',
  ])('is refused with invalid parameters: %s', async query => {
    expect(await describeError(await picture(`/api/v2/avatars/initials?${query}`))).toMatch(/^422 /)
  })

  it('is available with documentedOnly', async () => {
    const documented = await testService({ documentedOnly: true })
    expect((await documented.send('GET', '/api/v2/avatars/initials?of=MS')).status).toBe(200)
    await documented.close()
  })
})
