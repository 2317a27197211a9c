import type { Draw } from './draw.ts'
import { pdf } from './pdf.ts'
import { hugeJpeg, sheetOfPaper } from './photo.ts'

/** What a pupil of the seed school did. Minutes count from when it was due, negative before it. */
export type HandIn = {
  seen?: number
  handedIn?: number
  comment?: string
  /** See `raw_formatted` of the store. */
  rawFormatted?: string
  files?: { name: string; bytes: Uint8Array<ArrayBuffer> }[]
  correction?: { text: string; share?: number }
}

const hour = 60
const day = 24 * hour
const text = (content: string) => new TextEncoder().encode(content)

/** Mixed work by seat: the first two pupils of 8b are Mika Sommer and Aiko Tanaka. What is beyond the list follows by turns. */
export function mixedHandIn(seat: number, draw: Draw, hasHuge: boolean): HandIn {
  const photo = (name: string, how?: 'sideways') => ({ name, bytes: sheetOfPaper(draw, how) })
  switch (seat) {
    case 0:
      return {
        seen: -2 * day,
        handedIn: 2 * hour,
        comment: 'I did 1 to 4, 5 was unclear.',
        files: [photo('page1.jpg'), photo('page2.jpg', 'sideways'), { name: 'essay.pdf', bytes: pdf(essay) }],
      }
    case 1:
      return {
        seen: -3 * day,
        handedIn: -14 * hour,
        comment: 'All done.\n\nNumber 5 took me two tries.',
        files: [{ name: 'all pages.pdf', bytes: pdf([...essay, ['Number 5, second try']]) }],
      }
    case 2:
      return { seen: -day, handedIn: -3 * hour, files: [{ name: 'notes.txt', bytes: text(notes) }] }
    case 3:
      return {
        handedIn: -5 * hour,
        comment: '',
        files: [{ name: 'geometry.xyz', bytes: Uint8Array.from({ length: 400 }, () => draw.number(0, 255)) }],
      }
    case 4:
      return {
        handedIn: -day,
        // 31 million pixels in 120 kB.
        files: hasHuge
          ? [{ name: 'scan of everything.jpg', bytes: hugeJpeg(800, 600) }]
          : [photo('scan.jpg')],
      }
    case 5:
      return { handedIn: -7 * hour, correction: { text: 'Well done. Mind the signs in 3b.', share: 0.9 } }
    case 6:
      return { handedIn: -8 * hour, correction: { text: 'Please come and see me about number 5.' } }
    case 7:
      return { correction: { text: 'Not handed in, as agreed.' } }
    case 8:
    case 9:
    case 10:
      return hostileHandIn(seat - 8)
    case 11:
    case 12:
      return {}
    case 13:
    case 14:
      return { seen: -seat * hour }
    default:
      return seat % 3 === 0
        ? {}
        : { seen: -2 * day, handedIn: -seat * hour, comment: `Exercises 1 to ${2 + (seat % 4)}.` }
  }
}

/** Returned work: most with points, some without, one with a half point. */
export function correctedHandIn(seat: number): HandIn {
  if (seat % 9 === 8) return { seen: -day }
  const share = seat % 7 === 6 ? {} : { share: (4 + (seat % 7)) / 10 }
  return {
    seen: -3 * day,
    handedIn: seat % 5 === 4 ? 3 * hour : -seat * hour - 30,
    comment: seat % 2 === 0 ? 'Done.' : '',
    correction: { text: seat % 3 === 0 ? 'Neat work.' : 'Compare with the solution on the board.', ...share },
  }
}

/** Not due yet: some have seen it, few were quick. Nothing happens before it was set: `age` is that in minutes. */
export function openHandIn(seat: number, age: number): HandIn {
  if (seat % 4 === 3) return { seen: -age / 2, handedIn: -age / 4, comment: 'Early bird.' }
  return seat % 2 === 0 ? { seen: -age / 2 } : {}
}

/** Everything a pupil might try (cases 13 to 16); all of it is to be shown as what it is: text and files. */
function hostileHandIn(which: number): HandIn {
  const comments = [
    '<script>alert(1)</script><img src=x onerror=alert(2)>',
    'javascript:alert(3) data:text/html,<script>alert(4)</script>\nhttps://evil.example/?q="><svg onload=alert(5)>',
    '=HYPERLINK("https://evil.example","click")\u202e\u2066 gnp.exe',
  ]
  const files = [
    { name: 'drawing.svg', bytes: text(svg) },
    { name: 'page.html', bytes: text(html) },
    { name: 'homework\u202egpj.exe', bytes: text('MZ, or so it says\n') },
  ]
  return {
    handedIn: -4 * hour - which,
    comment: comments[which] ?? '',
    ...(which === 0 && { rawFormatted: rawTricks }),
    files: which === 2 ? files : [files[which] ?? { name: 'x', bytes: text('x') }],
  }
}

const essay = [
  ['A day without a phone', '', 'It began with the alarm that did not ring.'],
  ['Page 2', '', 'At noon I had read a whole newspaper (it was from May).'],
  ['Page 3', '', 'The end.'],
]
const notes = 'Exercise 1: 3/4 + 1/8 = 7/8\nExercise 2: ½ · ⅔ = ⅓\n\nüber <b>alles</b> & "so"\n'
const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(6)"><script>alert(7)</script><image href="https://evil.example/a.png"/></svg>\n`
const html = `<!doctype html><title>x</title><script>alert(8);fetch('https://evil.example/')</script><form action="javascript:alert(9)"><button>ok</button></form>\n`
const rawTricks = [
  '<p>formatted by a service that escapes nothing</p><script>alert(10)</script>',
  '<img src="https://evil.example/pixel.png" onerror="alert(11)"><a href="java&#10;script:alert(12)">link</a>',
  '<svg><style><img src=x onerror=alert(13)></style></svg><math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=alert(14)&gt;">',
  '<iframe srcdoc="&lt;script&gt;alert(15)&lt;/script&gt;"></iframe><style>@import "https://evil.example/a.css";</style>',
  '<form id="location" name="cookie"><input name="attributes"></form><base href="https://evil.example/"><meta http-equiv="refresh" content="0;url=https://evil.example/">',
  '<p style="position:fixed;inset:0;background:url(https://evil.example/b.png)">over all</p>',
].join('')
