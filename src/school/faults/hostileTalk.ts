import { type HostileFile, hostileFiles } from './hostileFiles.ts'
import { hostileRenderings } from './hostileRenderings.ts'

/** A message that must be shown as what it is, text, whatever it tries (cases 13, 14). */
type HostileMessage = { trick: string; text: string }

const run = 'window.hacked=true'
const evil = 'https://evil.example'

/** The name of the chat in which all of it stands. */
export const hostileChatName = `<img src=x onerror="${run}">\u202etahc elitsoh`

export const hostileMessages: readonly HostileMessage[] = [
  { trick: 'script', text: `<script>${run}</script>` },
  { trick: 'img onerror', text: `<img src=x onerror="${run}">` },
  { trick: 'svg onload', text: `<svg onload="${run}"><a xlink:href="javascript:${run}">a</a></svg>` },
  { trick: 'HTML link', text: `<a href="javascript:${run}">Solution</a>` },
  { trick: 'iframe', text: `<iframe src="${evil}/"></iframe><base href="${evil}/">` },
  { trick: 'style', text: `<style>@import "${evil}/a.css";body{display:none}</style>` },
  { trick: 'entities', text: '&lt;b&gt;not bold&lt;/b&gt; &amp; &#60;i&#62; &nbsp;' },
  { trick: 'javascript: address', text: `javascript:${run}` },
  { trick: 'javascript: address with slashes', text: `javascript://evil.example/%0a${run}` },
  { trick: 'javascript: in disguise', text: `JaVaScRiPt:${run} java\tscript:${run} \u0001javascript:${run}` },
  { trick: 'data: address', text: `data:text/html,<script>opener.${run}</script>` },
  {
    trick: 'vbscript, file and blob',
    text: `vbscript:${run} file:///etc/passwd blob:${evil}/x filesystem:${evil}/x`,
  },
  {
    trick: 'schemes of programs',
    text: `ms-word:ofe|u|${evil}/d.docx tel:110 sms:110 intent://x#Intent;end mailto:a@evil.example`,
  },
  {
    trick: 'markdown-like links',
    text: `[Solution](javascript:${run}) ![](${evil}/pixel.png) [x]: ${evil}/ "t" <${evil}/>`,
  },
  {
    trick: 'address with a name and a password',
    text: `https://school.example:443@evil.example/ https://school.example%2f@evil.example/`,
  },
  {
    trick: 'address that shows another',
    text: `https://school.example\u2044login@evil.example/ https://school\u3002example/`,
  },
  {
    trick: 'letters that look alike',
    text: 'https://аррӏе.com/ https://ѕсһооӏ.example/ https://xn--80ak6aa92e.com/',
  },
  { trick: 'address with markup', text: `${evil}/?q="><svg onload=${run}>&x='onmouseover='${run}` },
  {
    trick: 'address without host',
    text: 'https:///etc https://. http://? https://[::1]/ http://0x7f.1/ //evil.example/a',
  },
  {
    trick: 'address with a line break in it',
    text: 'https://school.example/\u2028evil https://school.example/\u0001evil',
  },
  { trick: 'address of 10,000 characters', text: `${evil}/${'a/'.repeat(5000)}` },
  { trick: '800 addresses', text: `${evil}/a `.repeat(800).trim() },
  {
    trick: 'almost addresses',
    text: `${'www.'.repeat(2000)} ${'a@'.repeat(2000)} ${'http://'.repeat(1000)}`,
  },
  { trick: 'right-to-left override', text: 'Invoice\u202etxt.exe and \u202eenil eht fo dne eht morf' },
  { trick: 'address turned round', text: `\u202e${evil}/\u2066moc.elpmaxe.loohcs//:sptth` },
  { trick: 'isolates without an end', text: '\u2066\u2067\u2068'.repeat(300) },
  { trick: 'zero-width characters', text: 'a\u200bd\u200cm\u200di\ufeffn \u2060\u180e\u00ad' },
  { trick: 'nothing to be seen', text: '\u2800\u3164\u200b\u2063' },
  {
    trick: 'control characters',
    text: 'bell \u0007 back \u0008 escape \u001b[31m red \u009b tab \t form \f delete \u007f end',
  },
  { trick: 'stacked marks', text: 'Z\u0351\u0357\u0352\u0369\u0343'.repeat(200) },
  { trick: 'one word of 10,000 characters', text: 'x'.repeat(10_000) },
  { trick: '4,000 lines', text: 'line\n'.repeat(4000).trim() },
  { trick: 'only blank lines around a word', text: `${'\n'.repeat(500)}word${'\n'.repeat(500)}` },
  { trick: 'emoji without an end', text: '👩‍❤️‍💋‍👨'.repeat(400) },
  { trick: 'joined without an end', text: '👨\u200d'.repeat(2000) },
  { trick: 'the largest sign there is', text: '﷽'.repeat(300) },
  { trick: 'a formula of a spreadsheet', text: `=HYPERLINK("${evil}","click")` },
  {
    trick: 'ICU and template signs',
    text: `{name} {count, plural, other {#}} \${7*7} {{7*7}} <%= 7*7 %> %s %d`,
  },
  { trick: 'prototype', text: '__proto__ constructor toString hasOwnProperty' },
  {
    trick: 'what the app says itself',
    text: 'Not sent: the school network did not answer. Your session has ended. Sign in again.',
  },
]

/** Answers of hostile polls: each poll of 20 or fewer. */
export const hostileOptions: readonly string[] = [
  `<img src=x onerror="${run}">`,
  `javascript:${run}`,
  `${evil}/vote`,
  '\u202eenoN',
  '\u2066\u2067\u0007',
  'x'.repeat(500),
  'Z\u0351\u0357\u0352'.repeat(120),
  '\u200b',
  '__proto__',
  '﷽﷽﷽﷽﷽﷽﷽﷽',
  '{count, plural, other {#}}',
  'None of these\n\n\n\nor all',
]

/** Reactions a service that takes anything would pass on. */
export const hostileReactions: readonly string[] = [
  '<b onclick="window.hacked=true">x</b>',
  '\u202e',
  'x'.repeat(2000),
  '__proto__',
  '👍'.repeat(100),
  ' ',
]

/** A message each, in this order; the trick's name is its text. Those that are large stand only in the homework. */
export const hostileChatFiles: readonly HostileFile[] = hostileFiles.filter(
  ({ trick }) => !/megapixels|150 pages|one long line|5,000|orientation [2-8]/.test(trick),
)

/** Each the `text_formatted` of a message, in this order; the trick's name is its text. */
export const hostileChatRenderings = hostileRenderings.filter(({ html }) => html.length < 10_000)

/** People whose names are tricks: they wrote all of it. */
export const hostileNames: readonly string[] = [
  `<script>${run}</script>`,
  '\u202etsuguA namreH',
  'Ω\u0351\u0357\u0352'.repeat(40),
  `${'Maximilian-'.repeat(22)}Müller`,
  '\u200b',
  'Jana Albrecht',
]
