import type { Draw } from './draw.ts'
import type { HandIn } from './HandIn.ts'
import { hugeJpeg } from './photo.ts'

const hour = 60
const day = 24 * hour
const text = (content: string) => new TextEncoder().encode(content)

/**
 * What some pupils did who should not have, by seat: text that looks like markup, a file of no known kind, 31 million pixels
 * in 120 kB, and tricks.
 */
export function oddHandIn(seat: number, draw: Draw): HandIn | undefined {
  if (seat === 2) {
    return { seen: -day, handedIn: -3 * hour, files: [{ name: 'notes.txt', bytes: text(notes) }] }
  }
  if (seat === 3) {
    const bytes = Uint8Array.from({ length: 400 }, () => draw.number(0, 255))
    return { handedIn: -5 * hour, comment: '', files: [{ name: 'geometry.xyz', bytes }] }
  }
  if (seat === 4) {
    return {
      handedIn: -day,
      files: [{ name: 'scan of everything.jpg', bytes: hugeJpeg(800, 600) }],
    }
  }
  return seat >= 8 && seat <= 10 ? hostileHandIn(seat - 8) : undefined
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
