import { render } from '@testing-library/react'
import DOMPurify from 'dompurify'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { expectCpuBelow } from '../../testing/cpuTime.ts'
import { hostileHtml } from '../../testing/hostileHtml.ts'
import { longTexts } from '../../testing/longTexts.ts'
import { FormattedText } from './FormattedText.tsx'
import { sanitizeFormatted } from './sanitizeFormatted.ts'
import { TooMuchMarkup } from './stripMarkup.ts'

afterEach(() => vi.restoreAllMocks())

const clean = (html: string) => renderToStaticMarkup(sanitizeFormatted(html))

describe('formatted text', () => {
  it.each([
    '<p>one<br/>two</p>',
    '<p><b>b</b> <strong>s</strong> <i>i</i> <em>e</em> <u>u</u> <s>s</s></p>',
    '<ul><li>one</li><li>two<ol><li>three</li></ol></li></ul>',
    '<blockquote>said</blockquote><pre><code>let a = 1 &lt; 2</code></pre>',
  ])('remains: %s', html => {
    expect(clean(html)).toBe(html)
  })

  it('links to the web only, without referrer', () => {
    expect(clean('<a href="https://school.example/a?b=1&amp;c">here</a>')).toBe(
      '<a href="https://school.example/a?b=1&amp;c" target="_blank" rel="noopener noreferrer">here</a>',
    )
    expect(clean('<a href="http://school.example">here</a>')).toContain('href="http://school.example/"')
  })

  it('keeps the text of unknown elements', () => {
    expect(clean('<h1>Title</h1><font color="red">red</font> <x-y>own</x-y>')).toBe('Titlered own')
  })

  it('limits nesting to 32 levels', () => {
    const depth = 60
    const html = clean(`${'<blockquote>'.repeat(depth)}deep${'</blockquote>'.repeat(depth)}`)
    expect(html).toContain('deep')
    expect(html.match(/<blockquote>/g)).toHaveLength(32)
  })

  it.each([
    ['<b>'.repeat(40_000)],
    ['</b>'.repeat(30_000)],
    ['<p>'.repeat(40_000)],
    ['<br>'.repeat(40_000)],
    ['<b><i>x</b></i>'.repeat(8000)],
    ['<a href=//x>'.repeat(10_000)],
    [`${'<blockquote>'.repeat(3000)}deep`],
    ['<ul><li>'.repeat(15_000)],
    ['<p><b><i><u><s>'.repeat(8000)],
  ])('throws TooMuchMarkup before parsing: %#', async html => {
    // Without limits the parser would block for minutes.
    vi.spyOn(DOMPurify, 'sanitize').mockImplementation(() => expect.fail('it was parsed'))
    await expectCpuBelow(500, () => expect(() => sanitizeFormatted(html)).toThrow(TooMuchMarkup))
  })

  it.each([
    ['<!--'.repeat(40_000)],
    ['<a "'.repeat(40_000)],
    ["<b '".repeat(40_000)],
    ['<'.repeat(160_000)],
    ['<x '.repeat(40_000)],
    ['<script'.repeat(20_000)],
    ['<script></script'.repeat(10_000)],
    [`<a ${'href '.repeat(30_000)}>`],
    [`<a href=${' '.repeat(150_000)}>`],
    ['&lt;'.repeat(40_000)],
  ])('takes less than 2 s of CPU time for broken markup: %#', async html => {
    await expectCpuBelow(2000, () => clean(html))
  })
})

describe('a long text', () => {
  it('keeps its formatting', () => {
    const html = '<p>one</p>'.repeat(1400)
    expect(clean(html)).toBe(html)
  })
})

describe('hostile markup', () => {
  it.each(hostileHtml)('is removed: %s', (_, html, expected) => {
    expect(clean(html)).toBe(expected)
  })

  it('has no other elements or attributes', () => {
    const wrappers = hostileHtml.filter(([, html]) => html.includes('ok</'))
    expect(wrappers.length).toBeGreaterThan(20)
    for (const [, outer] of wrappers) {
      for (const [name, inner] of hostileHtml) {
        const html = clean(outer.replace('ok', inner))
        const found = html.match(
          /<(?!\/?(?:p|br|b|span|a|bdi)\b)[a-z!?/][^>]*>|<[^>]*\s(?!href=|target=|rel=|title="https?:|class="_link_)[a-z-]+=/i,
        )
        expect(found?.[0], `${name} in ${outer}`).toBeUndefined()
        expect(html.matchAll(/href="([^"]*)"/g).every(([, href]) => href?.startsWith('https://'))).toBe(true)
      }
    }
  })
})

it.each(longTexts)('takes less than 3 s of CPU time for 120,000 characters of %s', async (_case, text) => {
  const sanitize = DOMPurify.sanitize.bind(DOMPurify)
  // Without limits the parser would block for minutes.
  vi.spyOn(DOMPurify, 'sanitize').mockImplementation((html, config) => {
    expect(String(html).split(/<[a-z/]/i).length).toBeLessThan(3100)
    return sanitize(html, config)
  })
  await expectCpuBelow(3000, () => {
    const { container, unmount } = render(<FormattedText html={text} text="as it was typed" />)
    expect(container.textContent).not.toBeNull()
    try {
      expect(clean(text)).toBeTypeOf('string')
    } catch (error) {
      expect(error).toBeInstanceOf(TooMuchMarkup)
    }
    unmount()
  })
})
