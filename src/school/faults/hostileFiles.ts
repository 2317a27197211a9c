import type { Bytes, SchoolFiles } from '../schoolFiles.ts'

/** A file that must be shown as what it is, or offered to save, and never run (cases 14, 15). */
export type HostileFile = { trick: string; name: string; bytes: (files: SchoolFiles) => Promise<Bytes> }

const text = (content: string) => async () => new TextEncoder().encode(content)
/** One that is kept, of this name. */
const kept = (name: string) => (files: SchoolFiles) => files(`faults/files/${name}`)
const latin1 = (content: string) => async () => Uint8Array.from(content, character => character.charCodeAt(0))
const run = 'parent.window.hacked=true'

/** In the seed school the nth pupil of homework 113 handed in the nth of them; the trick's name is their comment. */
export const hostileFiles: readonly HostileFile[] = [
  {
    trick: 'SVG with script',
    name: 'drawing.svg',
    bytes: text(
      `<svg xmlns="http://www.w3.org/2000/svg" onload="${run}"><script>${run}</script><image href="https://evil.example/a.png"/></svg>\n`,
    ),
  },
  {
    trick: 'HTML with script',
    name: 'page.html',
    bytes: text(
      `<!doctype html><title>x</title><script>${run};fetch('https://evil.example/')</script><img src="https://evil.example/p.png">\n`,
    ),
  },
  {
    trick: 'HTML named as a picture',
    name: 'photo.jpg',
    bytes: text(`<!doctype html><script>${run}</script>\n`),
  },
  {
    trick: 'a picture that is a script too',
    name: 'both.gif',
    bytes: latin1(`GIF89a/*\x01\0\x01\0\0*/=1;${run}//;`),
  },
  { trick: 'UTF-7 script', name: 'utf7.txt', bytes: text(`+ADw-script+AD4-${run}+ADw-/script+AD4-\n`) },
  {
    trick: 'right-to-left override in the name',
    name: 'homework\u202egpj.exe',
    bytes: text('MZ, or so it says\n'),
  },
  {
    trick: 'a name of 5,000 characters',
    name: `${'long '.repeat(999)}.txt`,
    bytes: text('The name is long.\n'),
  },
  {
    trick: 'markup in the name',
    name: `<img src=x onerror="${run}">.txt`,
    bytes: text('The name is markup.\n'),
  },
  { trick: 'a path as a name', name: '../../../etc/passwd', bytes: text('The name is a path.\n') },
  {
    trick: 'control characters in the name',
    name: 'a\r\nSet-Cookie: hacked=1\u0000\u0007\u009b.txt',
    bytes: text('The name has control characters.\n'),
  },
  { trick: 'no name', name: '', bytes: text('There is no name.\n') },
  {
    trick: 'a name that is an address',
    name: 'javascript:window.hacked=true',
    bytes: text('The name is an address.\n'),
  },
  {
    trick: 'PDF with JavaScript',
    name: 'active.pdf',
    bytes: kept('active.pdf'),
  },
  {
    trick: 'PDF with a link',
    name: 'link.pdf',
    bytes: kept('link.pdf'),
  },
  { trick: 'PDF that is none', name: 'none.pdf', bytes: text(`%PDF-1.7\n<script>${run}</script>\n`) },
  {
    trick: 'PDF of 150 pages',
    name: 'many.pdf',
    bytes: kept('many.pdf'),
  },
  {
    trick: 'JPEG that is none',
    name: 'broken.jpg',
    bytes: latin1('\xff\xd8\xff\xe0\0\x10JFIF and nothing more'),
  },
  {
    trick: 'JPEG that breaks off',
    name: 'half.jpg',
    bytes: kept('half.jpg'),
  },
  { trick: 'JPEG of 48 megapixels', name: 'huge.jpg', bytes: kept('huge.jpg') },
  { trick: 'PNG of 36 megapixels', name: 'bomb.png', bytes: kept('bomb.png') },
  // An `L` in a grey field, upright once its orientation is respected (EXIF 2.3, tag 0x0112).
  ...[1, 2, 3, 4, 5, 6, 7, 8].map(orientation => ({
    trick: `JPEG of orientation ${orientation}`,
    name: `orientation-${orientation}.jpg`,
    bytes: kept(`orientation-${orientation}.jpg`),
  })),
  { trick: 'text with NUL', name: 'nul.txt', bytes: text('before\u0000after\n') },
  {
    trick: 'text that turns its direction',
    name: 'turned.txt',
    bytes: text('\u202eenil eht fo dne eht morF\n\u2066\u2067\n'),
  },
  { trick: 'text in one long line', name: 'line.txt', bytes: text(`${'word '.repeat(8000)}\n`) },
  { trick: 'text of 5,000 lines', name: 'lines.txt', bytes: text('1\n'.repeat(5000)) },
  { trick: 'text in Latin-1', name: 'latin1.txt', bytes: latin1('\xdcber alles geschrieben\n') },
  {
    trick: 'a table that calculates',
    name: 'table.csv',
    bytes: text('name,points\n=HYPERLINK("https://evil.example"),1\n'),
  },
  { trick: 'an archive', name: 'files.zip', bytes: latin1(`PK\x03\x04${'\0'.repeat(26)}`) },
]
