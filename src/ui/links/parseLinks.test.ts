import { describe, expect, it } from 'vitest'
import { expectCpuBelow } from '../../testing/cpuTime.ts'
import { hostileMessages } from '../../testing/faults/hostile.ts'
import { parseLinks } from './parseLinks.ts'

const linksOf = (text: string) => parseLinks(text).flatMap(({ href }) => href ?? [])
const joined = (text: string) =>
  parseLinks(text)
    .map(piece => piece.text)
    .join('')

describe('links in a text', () => {
  it('are found without a scheme, and without the full stop', () => {
    expect(parseLinks('See https://example.org/a?b=1, please.')).toEqual([
      { text: 'See ' },
      { text: 'https://example.org/a?b=1', href: 'https://example.org/a?b=1' },
      { text: ', please.' },
    ])
    expect(linksOf('www.zoo.de und museum-berlin.de/karte.')).toEqual([
      'https://www.zoo.de/',
      'https://museum-berlin.de/karte',
    ])
  })

  it.each([
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'ftp://example.org',
    'mailto:a@example.org',
    '//example.org/a',
    'a@example.org',
    'Das ist gut.es geht weiter',
    'Version 2.10 and 3.14',
    'http://',
  ])('are not created for %s', text => {
    expect(linksOf(text)).toEqual([])
    expect(joined(text)).toBe(text)
  })

  it('show no bidi control characters', () => {
    const pieces = parseLinks('https://evil.example/\u202emoc.elgoog.www end')
    expect(pieces.every(({ text, href }) => !href || !/[\u202a-\u202e\u2066-\u2069]/.test(text))).toBe(true)
  })

  it.each(hostileMessages)('of hostile text ($trick) are http(s) and show their host', ({ text }) => {
    for (const piece of parseLinks(text)) {
      if (!piece.href) continue
      const { protocol, username, hostname } = new URL(piece.href)
      expect(protocol).toMatch(/^https?:$/)
      expect(username).toBe('')
      // The text may contain umlauts instead of punycode.
      if (!hostname.includes('xn--')) expect(piece.text.toLowerCase()).toContain(hostname)
    }
  })

  it('that are cut off are not clickable', () => {
    expect(parseLinks('See https://example.org/a', true)).toEqual([{ text: 'See https://example.org/a' }])
    expect(parseLinks('https://example.org/a and', true)[0]?.href).toBe('https://example.org/a')
  })

  it.each(['a.', 'http://'])('are found within 1 s in 50,000 repetitions of %j', async piece => {
    const text = `${piece.repeat(50_000)}!`
    await expectCpuBelow(1000, () => parseLinks(text))
  })
})

describe('a host without a scheme', () => {
  it.each([
    'gymnasium-mitte.berlin',
    'stadt.schule',
    'km.bayern/lehrplan',
    'example.org',
    'anton.app',
    'youtu.be/abc',
    'bbc.co.uk',
    'schule.münchen.de',
    'SCHULE.BERLIN',
    'www.main.py',
    'WWW.Schule.Berlin',
  ])('is a link: %s', text => {
    expect(linksOf(`Siehe ${text}, bitte`)).toEqual([URL.parse(`https://${text}`)?.href])
  })

  it.each([
    ...['main.py', 'README.md', 'src/main.py', 'fotos.zip', 'film.mov', 'start.sh', 'lib.rs', 'logo.ai'],
    ...['notes.2026.md', 'main.py/run', 'hallo.exe', 'essay.docx', 'Main.java', 'chor.band'],
    ...['Der Bus kommt.An der Schule', 'We left.At noon', 'fertig.Team 2', 'Schule.Berlin', 'endet.Über'],
    ...['ok.jetzt weiter', 'done.now go', 'kommt.er', 'anna.weber'],
    ...['anna.berlin@example.org', 'turtle.open()', 'datetime.world(1)'],
    ...['z.B. so', 'u.a. das', 'd.h. nichts', 'Seite 3.unten', '10.30', '1.5'],
  ])('is not a link: %s', text => {
    expect(linksOf(text)).toEqual([])
    expect(joined(text)).toBe(text)
  })

  it('is a link with any ending after a scheme', () => {
    expect(linksOf('http://main.py und https://Kommt.An')).toEqual(['http://main.py/', 'https://kommt.an/'])
  })
})
