import { expect, it } from 'vitest'
import { detectViewKind } from './detectViewKind.ts'

const bytes = (text: string) => Uint8Array.from(text, character => character.charCodeAt(0))
const utf8 = (text: string) => new TextEncoder().encode(text)
const detect = (head: Uint8Array, name = 'file', type = '') => detectViewKind(head, { name, type })

it.each([
  ['\xff\xd8\xff\xe0..JFIF', 'image/jpeg'],
  ['\x89PNG\r\n\x1a\n....', 'image/png'],
  ['GIF89a....', 'image/gif'],
  ['RIFF....WEBPVP8 ', 'image/webp'],
  ['....ftypavif', 'image/avif'],
  ['....ftypheic', 'image/heic'],
  ['BM....\0\0\0\0', 'image/bmp'],
])('detects images by their bytes: %j', (head, type) => {
  expect(detect(bytes(head), 'drawing.svg', 'image/svg+xml')).toEqual({ kind: 'image', type })
})

it.each([
  ['<svg xmlns="http://www.w3.org/2000/svg">', 'drawing.txt', 'text/plain'],
  ['\ufeff \n<!doctype html><title>x', 'notes', 'text/plain'],
  ['<?xml version="1.0"?><a/>', 'a', ''],
  [`${'<!---->'.repeat(500)}<script>`, 'a', ''],
  ['nothing to see', 'page.html', 'text/plain'],
  ['nothing to see', 'page', 'text/html; charset=utf-8'],
  ['nothing to see', 'a', 'image/svg+xml'],
])('is code for HTML, SVG and XML of any name and type: %#', (head, name, type) => {
  expect(detect(utf8(head), name, type)).toEqual({ kind: 'code' })
})

it.each([
  ['<svg onload=alert(1)>', 'photo.png', 'text/plain', 'image/png'],
  ['MZ not a photo', 'photo', 'image/jpeg', 'image/jpeg'],
])('uses an inert image type of name or content type: %j', (head, name, claimedType, type) => {
  expect(detect(utf8(head), name, claimedType)).toEqual({ kind: 'image', type })
})

it('detects a PDF by its bytes or extension', () => {
  expect(detect(utf8('\n\n%PDF-1.7'))).toEqual({ kind: 'pdf' })
  expect(detect(utf8('hello'), 'essay.PDF')).toEqual({ kind: 'pdf' })
})

it.each([
  ['plain', utf8('3/4 + 1/8 < 7/8, über\tall\r\n')],
  ['begins like a bitmap', utf8('BMW is a car maker in Munich')],
  ['nothing', new Uint8Array()],
  ['UTF-16', bytes('\xff\xfea\0b\0')],
  ['Windows-1252', bytes('\x84Gr\xfc\xdfe\x93')],
])('is text: %s', (_, head) => {
  expect(detect(head, 'notes.txt', 'text/plain')).toEqual({ kind: 'text' })
})

it.each([
  ['ID3\x04...', 'song', '', 'audio/mpeg'],
  ['\xff\xfb\x90\0', 'song.bin', 'text/html', 'audio/mpeg'],
  ['RIFF....WAVEfmt ', 'a', '', 'audio/wav'],
  ['....ftypM4A \0', 'a', '', 'audio/mp4'],
  ['OggS\0', 'a', '', 'audio/ogg'],
  ['OggS\0', 'film.ogv', '', 'video/ogg'],
  ['....ftypisom\0', 'a', '', 'video/mp4'],
  ['....ftypisom\0', 'voice.m4a', '', 'audio/mp4'],
  ['\x1a\x45\xdf\xa3\0', 'a.webm', 'text/html', 'video/webm'],
  ['\x1a\x45\xdf\xa3\0', 'a', 'audio/webm', 'audio/webm'],
  // Our own service takes the type from the bytes.
  ['\x1a\x45\xdf\xa3\0', 'voice.weba', 'video/webm', 'audio/webm'],
  ['\x1a\x45\xdf\xa3\0\x86\x86A_OPUS', 'voice.webm', 'video/webm', 'audio/webm'],
  ['\x1a\x45\xdf\xa3\0\x86\x85V_VP8\x86\x86A_OPUS', 'film.webm', '', 'video/webm'],
  ['....ftypisom\0', 'voice.m4a', 'video/mp4', 'audio/mp4'],
  // The browser decides whether it can play them.
  ['\0\0\x01\xba', 'film.MPG', '', 'video/mp4'],
  ['\0\0\0', 'a', 'audio/x-unheard-of', 'audio/mpeg'],
])('detects audio and video by bytes, with listed types: %j %s', (head, name, claimedType, type) => {
  expect(detect(bytes(head), name, claimedType)).toEqual({ kind: type.split('/')[0], type })
})

it('is text or code despite a video type', () => {
  expect(detect(utf8('const a = 1'), 'a.ts', 'video/mp2t')).toEqual({ kind: 'text' })
  expect(detect(utf8('<script>alert(1)</script>'), 'a.mp4', 'video/mp4')).toEqual({ kind: 'code' })
})

it('is other for all remaining files', () => {
  expect(detect(bytes('PK\x03\x04\0\0'), 'a.docx', 'application/zip')).toEqual({ kind: 'other' })
  expect(detect(bytes('\0\x01\x02'), 'a.txt', 'text/plain')).toEqual({ kind: 'other' })
})
