import { expect, it } from 'vitest'
import { formatSize } from '../../lib/formatSize.ts'
import { basicText, formattedText } from './renderText.ts'

it.each([
  ['', '', ''],
  ['one', '<p>one</p>', 'one'],
  ['  one  two <3', '<p>  one  two &lt;3</p>', '  one  two <3'],
  ['a <', '<p>a &lt;</p>', 'a <'],
  ['  one\ttwo  ', '<p>  one\ttwo</p>', '  one\ttwo'],
  [' \u00a0', '', ''],
  ['one\r\ntwo\rthree', '<p>one<br>two<br>three</p>', 'one\ntwo\nthree'],
  ['\n\none \n \n\n two\n', '<p>one</p><p> two</p>', 'one\n\n two'],
  [
    `<a href="javascript:x('y')">&amp;</a>`,
    '<p>&lt;a href=&quot;javascript:x(&#39;y&#39;)&quot;&gt;&amp;amp;&lt;/a&gt;</p>',
    `<a href="javascript:x('y')">&amp;</a>`,
  ],
])('formattedText and basicText render %j', (text, formatted, basic) => {
  expect(formattedText(text)).toBe(formatted)
  expect(basicText(text)).toBe(basic)
})

it.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1024, '1 KB'],
  [48_213, '47.1 KB'],
  [1_048_575, '1 MB'],
  [20 * 1024 * 1024, '20 MB'],
  [5e12, '4656.6 GB'],
])('humanSize formats %i bytes as %s', (bytes, text) => {
  expect(formatSize(bytes)).toBe(text)
})
