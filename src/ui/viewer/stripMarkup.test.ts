import { expect, it } from 'vitest'
import { expectCpuBelow } from '../../testing/cpuTime.ts'
import { fc } from '../../testing/fastCheck.ts'
import { allowedTags, stripMarkup } from './stripMarkup.ts'

it.each([
  ['<p class="a">one<br/>two</p>', '<p>one<br>two</p>'],
  ['<B onclick=alert(1)>x</B>', '<b>x</b>'],
  ['<b title="a > b" onclick=x>y</b>', '<b>y</b>'],
  [
    '<a title=">" href=\'https://a.example/?q="x"\'>l</a>',
    '<a href="https://a.example/?q=&quot;x&quot;">l</a>',
  ],
  ['<a href=https://a.example>l</a>', '<a href="https://a.example">l</a>'],
  ['<a data-href="x">l</a>', '<a>l</a>'],
  ['1 < 2 &amp; 3 > 2', '1 &lt; 2 &amp; 3 > 2'],
  ['a<!-- <b> -->c<!doctype x>d<?pi?>e', 'acde'],
  ['a<script>if (1 < 2) "</b>"</script >b', 'ab'],
  ['a<style>b', 'a'],
  ['<font color=red>x</font>', 'x'],
  ['<b', '<b>'],
  ['<b title="never closed', '<b>"never closed'],
  ['<<b>x', '&lt;<b>x'],
])('%j becomes %j', (html, expected) => {
  expect(stripMarkup(html)).toBe(expected)
})

const allowedMarkup = new RegExp(`^(?:[^<]|&lt;|</?(?:${allowedTags.join('|')})>|<a href="[^"]*">)*$`)

it('leaves allowed tags only', () => {
  const piece = fc.constantFrom(
    ...[
      '<',
      '>',
      '/',
      '"',
      "'",
      '=',
      ' ',
      '\n',
      '!',
      '--',
      '-->',
      '<!--',
      '&',
      'a',
      'b',
      'p',
      'svg',
      'script',
    ],
    ...['onclick', 'href', 'javascript:', '</', '<a', '<b', '<script', '</script', '\0', 'text'],
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), pieces => {
      const stripped = stripMarkup(pieces.join(''))
      expect(stripped).toMatch(allowedMarkup)
      expect(stripMarkup(stripped)).toBe(stripped)
    }),
    { numRuns: 5000 },
  )
})

it.each(['<', '<a "', "<a '", '<!--', '<svg>', '<b title="', '</', '<a href="', '"<a \''])(
  'takes less than 1.5 s of CPU time for 50,000 repetitions of %j',
  async piece => {
    const html = piece.repeat(50_000)
    await expectCpuBelow(1500, () => stripMarkup(html))
  },
)
