import { render } from '@testing-library/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { longTexts } from '../../testing/longTexts.ts'
import { Formatted } from './Formatted.tsx'
import { sanitizeFormatted } from './sanitizeFormatted.ts'
import { TooMuchMarkup } from './stripMarkup.ts'

const clean = (html: string) => renderToStaticMarkup(sanitizeFormatted(html))

describe('what a person formats', () => {
  it.each([
    '<p>one<br/>two</p>',
    '<p><b>b</b> <strong>s</strong> <i>i</i> <em>e</em> <u>u</u> <s>s</s></p>',
    '<ul><li>one</li><li>two<ol><li>three</li></ol></li></ul>',
    '<blockquote>said</blockquote><pre><code>let a = 1 &lt; 2</code></pre>',
  ])('stays: %s', html => {
    expect(clean(html)).toBe(html)
  })

  it('links to the web and nowhere else, without telling where from', () => {
    expect(clean('<a href="https://school.example/a?b=1&amp;c">here</a>')).toBe(
      '<a href="https://school.example/a?b=1&amp;c" target="_blank" rel="noopener noreferrer">here</a>',
    )
    expect(clean('<a href="http://school.example">here</a>')).toContain('href="http://school.example/"')
  })

  it('keeps the text of what it does not know', () => {
    expect(clean('<h1>Title</h1><font color="red">red</font> <x-y>own</x-y>')).toBe('Titlered own')
  })

  it('shows deep nesting flat', () => {
    const deep = 60
    const html = clean(`${'<blockquote>'.repeat(deep)}deep${'</blockquote>'.repeat(deep)}`)
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
  ])('refuses more markup than any text has before it is parsed: %#', html => {
    const before = performance.now()
    expect(() => sanitizeFormatted(html)).toThrow(TooMuchMarkup)
    expect(performance.now() - before).toBeLessThan(500)
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
  ])('is quick with what is broken: %#', html => {
    const before = performance.now()
    clean(html)
    expect(performance.now() - before).toBeLessThan(2000)
  })
})

describe('a long text', () => {
  it('stays as it is formatted', () => {
    const html = '<p>one</p>'.repeat(1400)
    expect(clean(html)).toBe(html)
  })
})

/** Each is a trick, and what may be left of it as text. */
const tricks: readonly [name: string, html: string, left: string][] = [
  ['script', '<script>alert(1)</script>ok', 'ok'],
  ['script in capitals with rubbish', '<ScRiPt/x>alert(1)</sCrIpT >ok', 'ok'],
  ['script that is never closed', 'ok<script>alert(1)', 'ok'],
  ['script put together from two', '<scr<script>ipt>alert(1)</scr</script>ipt>', 'ipt&gt;alert(1)ipt&gt;'],
  ['image that fails', '<img src=x onerror=alert(1)>ok', 'ok'],
  ['image that spies', '<img src="https://evil.example/p.png">ok', 'ok'],
  ['image by srcset', '<img srcset="https://evil.example/p.png 1x">ok', 'ok'],
  ['picture', '<picture><source srcset="https://evil.example/p.png"><img></picture>ok', 'ok'],
  ['event handler', '<p onclick="alert(1)" onmouseover=alert(1)>ok</p>', '<p>ok</p>'],
  ['event handler after a slash', '<b/onclick=alert(1)>ok</b>', '<b>ok</b>'],
  ['focus without asking', '<p tabindex=0 autofocus onfocus=alert(1)>ok</p>', '<p>ok</p>'],
  ['popover', '<b popover id=a onbeforetoggle=alert(1)>ok</b>', '<b>ok</b>'],
  ['animation', '<p style="animation-name:x" onanimationstart="alert(1)">ok</p>', '<p>ok</p>'],
  ['javascript:', '<a href="javascript:alert(1)">ok</a>', '<span>ok</span>'],
  ['javascript: in capitals', '<a href="JaVaScRiPt:alert(1)">ok</a>', '<span>ok</span>'],
  ['javascript: with a line end', '<a href="java&#10;script:alert(1)">ok</a>', '<span>ok</span>'],
  ['javascript: with a tab', '<a href="java&Tab;script:alert(1)">ok</a>', '<span>ok</span>'],
  [
    'javascript: after control characters',
    '<a href="&#1;&#31; javascript:alert(1)">ok</a>',
    '<span>ok</span>',
  ],
  ['javascript: written in entities', '<a href="&#106;avascript&colon;alert(1)">ok</a>', '<span>ok</span>'],
  [
    'javascript: after a web address',
    '<a href="javascript://https://a.example/%0aalert(1)">ok</a>',
    '<span>ok</span>',
  ],
  ['data:', '<a href="data:text/html,<script>alert(1)</script>">ok</a>', '<span>ok</span>'],
  ['vbscript:', '<a href="vbscript:msgbox(1)">ok</a>', '<span>ok</span>'],
  ['blob:', '<a href="blob:https://a.example/1">ok</a>', '<span>ok</span>'],
  ['file:', '<a href="file:///etc/passwd">ok</a>', '<span>ok</span>'],
  ['another host by two slashes', '<a href="//evil.example">ok</a>', '<span>ok</span>'],
  ['an address of this app', '<a href="/sign-out">ok</a>', '<span>ok</span>'],
  [
    'ping',
    '<a href="https://a.example" ping="https://evil.example">ok</a>',
    '<a href="https://a.example/" target="_blank" rel="noopener noreferrer">ok</a>',
  ],
  [
    'a target and rel of its own',
    '<a href="https://a.example" target="_top" rel="opener">ok</a>',
    '<a href="https://a.example/" target="_blank" rel="noopener noreferrer">ok</a>',
  ],
  ['svg that runs', '<svg onload=alert(1)><circle/></svg>ok', 'ok'],
  ['svg with a script', '<svg><script>alert(1)</script></svg>ok', 'ok'],
  ['svg that links', '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>ok', 'ok'],
  [
    'svg that animates an address',
    '<svg><a><animate attributeName=href values=javascript:alert(1) /><text>x</text></a></svg>ok',
    'ok',
  ],
  ['svg with HTML inside', '<svg><foreignObject><img src=x onerror=alert(1)></foreignObject></svg>ok', 'ok'],
  ['svg use', '<svg><use href="data:image/svg+xml,<svg id=x onload=alert(1)/>#x"/></svg>ok', 'ok'],
  ['style in svg that ends early', '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">', ''],
  ['mathml', '<math href="javascript:alert(1)">x</math>ok', 'ok'],
  [
    'mathml that changes the namespace',
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
    '',
  ],
  [
    'mathml with a form in a form',
    '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
    '',
  ],
  [
    'mathml annotation',
    '<math><annotation-xml encoding="text/html"><style><img src=x onerror=alert(1)></style></annotation-xml></math>ok',
    'ok',
  ],
  [
    'noscript that changes its mind',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
    '&quot;&gt;',
  ],
  ['template', '<template><script>alert(1)</script><p>x</p></template>ok', 'ok'],
  [
    'shadow root by markup',
    '<b><template shadowrootmode=open><img src=x onerror=alert(1)></template>ok</b>',
    '<b>ok</b>',
  ],
  ['textarea that ends early', '<textarea><p title="</textarea><img src=x onerror=alert(1)>">', '&quot;&gt;'],
  ['title that ends early', '<title><p title="</title><img src=x onerror=alert(1)>">', '&quot;&gt;'],
  ['comment that ends early', '<!--> <img src=x onerror=alert(1)> -->ok', 'ok'],
  ['comment of Internet Explorer', '<!--[if gte IE 4]><script>alert(1)</script><![endif]-->ok', 'ok'],
  ['CDATA', '<svg><![CDATA[><img src=x onerror=alert(1)>]]></svg>ok', 'ok'],
  ['processing instruction', '<?xml-stylesheet href="javascript:alert(1)"?>ok', 'ok'],
  ['iframe', '<iframe src="https://evil.example"></iframe>ok', 'ok'],
  ['iframe with a page in it', '<iframe srcdoc="&lt;script&gt;alert(1)&lt;/script&gt;"></iframe>ok', 'ok'],
  ['object', '<object data="data:text/html,<script>alert(1)</script>"></object>ok', 'ok'],
  ['embed', '<embed src="https://evil.example/a.swf">ok', 'ok'],
  ['base', '<base href="https://evil.example/"><a href="a">ok</a>', '<span>ok</span>'],
  ['meta refresh', '<meta http-equiv="refresh" content="0;url=https://evil.example/">ok', 'ok'],
  ['link to a style sheet', '<link rel=stylesheet href="https://evil.example/a.css">ok', 'ok'],
  ['style sheet', '<style>@import "https://evil.example/a.css"; * { display: none }</style>ok', 'ok'],
  [
    'style that covers the page',
    '<p style="position:fixed;inset:0;background:url(https://evil.example/b)">ok</p>',
    '<p>ok</p>',
  ],
  ['class names of the app', '<p class="danger" data-x=1 aria-hidden=true slot=a>ok</p>', '<p>ok</p>'],
  [
    'names that hide properties of the page',
    '<form id=location name=cookie><input name=attributes><p id=body>ok</p></form>',
    '<p>ok</p>',
  ],
  [
    'a form that asks for a password',
    '<form action="https://evil.example"><input type=password><button>ok</button></form>',
    'ok',
  ],
  ['button that acts elsewhere', '<button formaction="javascript:alert(1)">ok</button>', 'ok'],
  ['custom element', '<my-thing onconnected=alert(1) is="x-y">ok</my-thing>', 'ok'],
  ['built-in with a custom name', '<p is="x-y">ok</p>', '<p>ok</p>'],
  [
    'video',
    '<video poster="https://evil.example/p.png" onerror=alert(1)><source onerror=alert(1)></video>ok',
    'ok',
  ],
  ['background of old', '<body background="https://evil.example/p.png" onload=alert(1)>ok</body>', 'ok'],
  ['marquee', '<marquee onstart=alert(1)>ok</marquee>', 'ok'],
  ['details', '<details open ontoggle=alert(1)>ok</details>', 'ok'],
  [
    'xml namespace prefix',
    '<x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script>',
    'alert(1)',
  ],
  ['a null character in a name', '<scr\0ipt>alert(1)</scr\0ipt>', 'alert(1)'],
  ['text that is no tag', '&lt;script&gt;alert(1)&lt;/script&gt;', '&lt;script&gt;alert(1)&lt;/script&gt;'],
  [
    'a template for other programs',
    '{{constructor.constructor("alert(1)")()}}',
    '{{constructor.constructor(&quot;alert(1)&quot;)()}}',
  ],
]

describe('a trick', () => {
  it.each(tricks)('%s', (_, html, left) => {
    expect(clean(html)).toBe(left)
  })

  it('leaves nothing that runs, loads or names, alone and inside another', () => {
    const around = tricks.filter(([, html]) => html.includes('ok</'))
    expect(around.length).toBeGreaterThan(20)
    for (const [, outer] of around) {
      for (const [name, inner] of tricks) {
        const html = clean(outer.replace('ok', inner))
        const found = html.match(
          /<(?!\/?(?:p|br|b|span|a)\b)[a-z!?/][^>]*>|<[^>]*\s(?!href=|target=|rel=)[a-z-]+=/i,
        )
        expect(found?.[0], `${name} in ${outer}`).toBeUndefined()
        expect(html.matchAll(/href="([^"]*)"/g).every(([, href]) => href?.startsWith('https://'))).toBe(true)
      }
    }
  })
})

it.each(longTexts)('120,000 characters of %s are soon shown, as markup or as text', (_trick, text) => {
  const begun = performance.now()
  const { container, unmount } = render(<Formatted html={text} text="as it was typed" />)
  expect(container.textContent).not.toBeNull()
  try {
    expect(clean(text)).toBeTypeOf('string')
  } catch (error) {
    expect(error).toBeInstanceOf(TooMuchMarkup)
  }
  unmount()
  expect(performance.now() - begun).toBeLessThan(3000)
})
