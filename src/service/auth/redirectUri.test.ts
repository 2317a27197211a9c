import { describe, expect, it } from 'vitest'
import { fc } from '../../testing/fastCheck.ts'
import { isAllowedRedirect } from './redirectUri.ts'

const home = 'https://app.example/staffroom/callback'
const local = 'http://localhost:4173/callback'

describe('isAllowedRedirect', () => {
  it.each([
    [home, home],
    [home, 'https://app.example/staffroom/callback/'],
    [home, 'https://app.example/staffroom/callback/more/of/it'],
    [home, 'https://app.example/staffroom/callback?next=%2Fhome&x=a/../b'],
    [home, 'https://APP.example/staffroom/callback'],
    [home, 'HTTPS://app.example:443/staffroom/callback'],
    [home, 'https://app.example/staffroom/callback/a.b/...'],
    ['https://app.example', 'https://app.example/anything'],
    ['https://app.example/', 'https://app.example'],
    ['https://app.example/folder/', 'https://app.example/folder/below'],
    ['https://app.example:8443/cb', 'https://app.example:8443/cb'],
    [local, 'http://localhost:4173/callback'],
    [local, 'http://localhost:9999/callback/below'],
    [local, 'http://localhost/callback'],
    ['http://[::1]:80/cb', 'http://[::1]/cb'],
  ])('%s allows %s', (configured, requested) => {
    expect(isAllowedRedirect(configured, requested)).toBe(true)
  })

  it.each([
    ['another scheme', home, 'http://app.example/staffroom/callback'],
    ['a custom scheme', home, 'staffroom://app.example/staffroom/callback'],
    ['a script', home, 'javascript:alert(1)//app.example/staffroom/callback'],
    ['another host', home, 'https://evil.example/staffroom/callback'],
    ['a subdomain', home, 'https://x.app.example/staffroom/callback'],
    ['a host with the same end', home, 'https://evilapp.example/staffroom/callback'],
    ['a host with the same beginning', home, 'https://app.example.evil.example/staffroom/callback'],
    ['a trailing dot in the host', home, 'https://app.example./staffroom/callback'],
    ['another port', home, 'https://app.example:444/staffroom/callback'],
    ['the port of the other scheme', home, 'https://app.example:80/staffroom/callback'],
    ['userinfo', home, 'https://app.example@evil.example/staffroom/callback'],
    ['userinfo before the right host', home, 'https://evil.example@app.example/staffroom/callback'],
    ['an empty userinfo', home, 'https://@app.example/staffroom/callback'],
    ['a sibling path', home, 'https://app.example/staffroom/other'],
    ['a parent path', home, 'https://app.example/staffroom'],
    ['a partial segment', home, 'https://app.example/staffroom/callback2'],
    ['another case in the path', home, 'https://app.example/staffroom/Callback'],
    ['dot segments', home, 'https://app.example/staffroom/callback/../../evil'],
    ['dot segments that lead back', home, 'https://app.example/staffroom/x/../callback'],
    ['a single dot', home, 'https://app.example/staffroom/callback/./x'],
    ['an encoded dot segment', home, 'https://app.example/staffroom/callback/%2e%2E/evil'],
    ['half an encoded dot segment', home, 'https://app.example/staffroom/callback/.%2e/evil'],
    ['a dot segment encoded twice', home, 'https://app.example/staffroom/callback/%252e%252e/evil'],
    ['a dot segment with parameters', home, 'https://app.example/staffroom/callback/..;x/evil'],
    ['an encoded slash', home, 'https://app.example/staffroom/callback%2fevil'],
    ['an encoded slash further down', home, 'https://app.example/staffroom/callback/a%2Fb'],
    ['a slash encoded twice', home, 'https://app.example/staffroom/callback/a%252fb'],
    ['an encoded backslash', home, 'https://app.example/staffroom/callback/a%5Cb'],
    ['a backslash', home, 'https://app.example\\staffroom\\callback'],
    ['a backslash before a host', home, 'https://evil.example\\@app.example/staffroom/callback'],
    ['a fragment', home, 'https://app.example/staffroom/callback#x'],
    ['an empty fragment', home, 'https://app.example/staffroom/callback#'],
    ['three slashes', home, 'https:///app.example/staffroom/callback'],
    ['one slash', home, 'https:/app.example/staffroom/callback'],
    ['no scheme', home, '//app.example/staffroom/callback'],
    ['only a path', home, '/staffroom/callback'],
    ['nothing', home, ''],
    ['a leading space', home, ' https://app.example/staffroom/callback'],
    ['a tab', home, 'https://app.exa\tmple/staffroom/callback'],
    ['a newline', home, 'https://app.example/staffroom/callback\n'],
    ['a null character', home, 'https://app.example/staffroom/callback\u0000'],
    ['a URL that is too long', home, `https://app.example/staffroom/callback/${'a'.repeat(2000)}`],
    ['another host for localhost', local, 'http://127.0.0.1:4173/callback'],
    ['another path for localhost', local, 'http://localhost:9999/other'],
    ['another scheme for localhost', local, 'https://localhost:4173/callback'],
    ['a host below localhost', local, 'http://localhost.evil.example:4173/callback'],
    ['any port for what only looks local', 'http://localhost.example/cb', 'http://localhost.example:81/cb'],
    ['the folder without its slash', 'https://app.example/folder/', 'https://app.example/folder'],
  ])('refuses %s', (_what, configured, requested) => {
    expect(isAllowedRedirect(configured, requested)).toBe(false)
  })

  it('refuses all URLs if the configured one is invalid', () => {
    for (const configured of ['', 'app.example', 'https://app.example/#x', 'ftp://app.example/']) {
      expect(isAllowedRedirect(configured, configured)).toBe(false)
    }
  })

  const segment = fc.stringMatching(/^[a-z0-9_-]{1,8}$/)

  it('allows any path below by whole segments', () => {
    fc.assert(
      fc.property(fc.array(segment, { maxLength: 4 }), below => {
        expect(isAllowedRedirect(home, [home, ...below].join('/'))).toBe(true)
      }),
    )
  })

  it('never allows another origin, user info, fragment or path', () => {
    const pathSegment = fc.oneof(
      segment,
      fc.constantFrom(
        '/',
        '//',
        '\\',
        '..',
        '.',
        '%2e',
        '%2f',
        '%5c',
        '@',
        '#',
        '?',
        ':',
        ';',
        '\t',
        'evil.example',
        home,
      ),
    )
    const address = fc.tuple(
      fc.constantFrom(home, 'https:', 'https://', ''),
      fc.array(pathSegment, { maxLength: 8 }),
    )
    fc.assert(
      fc.property(address, ([start, rest]) => {
        const requested = start + rest.join('')
        if (!isAllowedRedirect(home, requested)) return
        const target = new URL(requested)
        expect(target.origin).toBe('https://app.example')
        expect(target.username + target.password + target.hash).toBe('')
        expect(`${target.pathname}/`.startsWith('/staffroom/callback/')).toBe(true)
        expect(decodeURIComponent(target.pathname).split('/')).not.toContain('..')
      }),
      { numRuns: 2000 },
    )
  })
})
