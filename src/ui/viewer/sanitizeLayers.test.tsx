import DOMPurify from 'dompurify'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { hostileHtml } from '../../testing/hostileHtml.ts'
import { purify, renderAllowed, sanitizeFormatted } from './sanitizeFormatted.ts'
import { allowedTags } from './stripMarkup.ts'

/** Three layers make formatted HTML safe. Each is tested without the other two. */

afterEach(() => vi.restoreAllMocks())

/** Parses HTML without sanitizer. A template neither runs scripts nor loads resources. */
function parse(html: string): DocumentFragment {
  const template = document.createElement('template')
  template.innerHTML = html
  return template.content
}

/** Describes each node and attribute that formatted text may not have. */
function faultsIn(parent: Node, isRendered = false): string[] {
  return Array.from(parent.childNodes).flatMap(node => {
    if (node.nodeType === Node.TEXT_NODE) return []
    if (!(node instanceof Element)) return [node.nodeName]
    const { localName } = node
    const isKnown =
      node.namespaceURI === 'http://www.w3.org/1999/xhtml' &&
      (allowedTags.includes(localName) || (isRendered && ['span', 'bdi'].includes(localName)))
    const attributes = Array.from(node.attributes, ({ name, value }) => `${name}=${value}`)
    const isAllowed = (attribute: string) =>
      localName === 'a' &&
      (/^href=https?:\/\//i.test(attribute) ||
        (isRendered &&
          /^(?:title=https?:\/\/|class=_link_|target=_blank$|rel=(?:noopener|noreferrer) (?:noopener|noreferrer)$)/i.test(
            attribute,
          )))
    return [
      ...(isKnown ? [] : [localName]),
      ...attributes.filter(attribute => !isAllowed(attribute)),
      ...faultsIn(node, isRendered),
    ]
  })
}

/** URLs that no link may have, as written in an attribute. */
const badAddresses = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java&#10;script:alert(1)',
  'java&Tab;script:alert(1)',
  '&#1;&#31; javascript:alert(1)',
  '&#106;avascript&colon;alert(1)',
  'javascript://https://a.example/%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'blob:https://a.example/1',
  'file:///etc/passwd',
  'ftp://a.example/',
  'mailto:a@a.example',
  'tel:110',
  'sms:110',
  'ms-word:ofe|u|https://a.example/',
  'intent://a.example/#Intent;end',
  'httpsx://a.example/',
  '//evil.example',
  '/\\evil.example',
  '/sign-out',
  'sign-out',
  '?a',
  '#a',
  'https:',
  'https&#58;',
]
const goodAddresses = ['https://school.example/a?b=1', 'http://school.example/', 'HTTPS://school.example/']

/** Attributes that an allowed element may not keep. */
const badAttributes = [
  'onclick=alert(1)',
  'ONCLICK=alert(1)',
  'onerror=alert(1)',
  'style="position:fixed"',
  'class=danger',
  'id=location',
  'name=cookie',
  'title=x',
  'target=_top',
  'rel=opener',
  'ping=https://evil.example',
  'download=x',
  'data-x=1',
  'aria-hidden=true',
  'is=x-y',
  'slot=a',
  'src=https://evil.example',
  'xlink:href=javascript:alert(1)',
  'xml:base=https://evil.example',
]

/** HTML that is hostile only after serializing and parsing again. */
const mutating = [
  '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<p><template><b onclick=alert(1)>x</b></template></p>',
  '<b><!--><img src=x onerror=alert(1)>--></b>',
  '<table><a href=https://a.example onclick=alert(1)><td><script>alert(1)</script></table>',
]

const corpus = [
  ...hostileHtml.map(([, html]) => html),
  ...badAddresses.map(address => `<a href="${address.replaceAll('"', '&quot;')}">ok</a>`),
  ...badAttributes.flatMap(attribute =>
    ['p', 'a href=https://a.example', 'b'].map(tag => `<${tag} ${attribute}>ok`),
  ),
  ...mutating,
]

describe('DOMPurify alone', () => {
  it.each(corpus)('leaves only allowed markup of %j', html => {
    expect(faultsIn(purify(html))).toEqual([])
  })

  it.each(badAddresses)('removes the URL %j', address => {
    const [link] = purify(`<a href="${address.replaceAll('"', '&quot;')}">ok</a>`).querySelectorAll('a')
    expect(link?.textContent).toBe('ok')
    expect(link?.getAttribute('href') ?? null).toBeNull()
  })

  it.each(goodAddresses)('keeps the URL %j', address => {
    expect(purify(`<a href="${address}">ok</a>`).querySelector('a')?.getAttribute('href')).toBe(address)
  })

  it('removes text of elements without readable text', () => {
    const silent = ['script', 'style', 'template', 'iframe', 'noembed', 'svg', 'object', 'textarea', 'title']
    for (const tag of silent)
      expect([tag, purify(`<${tag}>hidden</${tag}>ok`).textContent]).toEqual([tag, 'ok'])
  })
})

describe('renderAllowed alone', () => {
  const render = (html: string) => renderToStaticMarkup(renderAllowed(parse(html)))

  it.each(corpus)('leaves only allowed markup of %j', html => {
    expect(faultsIn(parse(render(html)), true)).toEqual([])
  })

  // DOMPurify keeps an empty URL.
  it.each([...badAddresses, ''])('renders text instead of a link to %j', address => {
    expect(render(`<a href="${address.replaceAll('"', '&quot;')}">ok</a>`)).toBe('<span>ok</span>')
  })

  it.each(goodAddresses)('renders a link to %j', address => {
    expect(render(`<a href="${address}">ok</a>`)).toBe(
      `<a href="${new URL(address).href}" target="_blank" rel="noopener noreferrer">ok</a>`,
    )
  })
})

describe('sanitizeFormatted with all layers', () => {
  const bareTags = new RegExp(`^(?:[^<]|</?(?:${allowedTags.join('|')})>|<a href="[^"]*">)*$`)

  it.each(corpus)('passes only bare allowed tags to DOMPurify, given %j', html => {
    const sanitize = vi.spyOn(DOMPurify, 'sanitize')
    sanitizeFormatted(html)
    expect(sanitize).toHaveBeenCalledOnce()
    expect(sanitize.mock.calls[0]?.[0]).toMatch(bareTags)
  })

  it('renders DOMPurify’s output', () => {
    vi.spyOn(DOMPurify, 'sanitize').mockReturnValue(parse('<p>returned</p>') as never)
    expect(renderToStaticMarkup(sanitizeFormatted('<p>given</p>'))).toBe('<p>returned</p>')
  })

  it('distrusts DOMPurify’s output', () => {
    for (const html of corpus) {
      vi.spyOn(DOMPurify, 'sanitize').mockReturnValue(parse(html) as never)
      const rendered = renderToStaticMarkup(sanitizeFormatted('ok'))
      expect([html, faultsIn(parse(rendered), true)]).toEqual([html, []])
    }
  })
})
