import { expect, it } from 'vitest'
import {
  getExtension,
  getFileKind,
  getFormatByBytes,
  isOpaque,
  isRasterImage,
  isViewable,
} from './fileKinds.ts'

const formatOf = (text: string) =>
  getFormatByBytes(Uint8Array.from(text, character => character.charCodeAt(0)))?.type

it.each([
  ['\xff\xd8\xff\xe0..JFIF', 'image/jpeg'],
  ['....ftypavif', 'image/avif'],
  ['....ftypavis', 'image/avif'],
  ['....ftypmif1\0\0\0\0mif1avifmiaf', 'image/avif'],
  ['....ftypmif1\0\0\0\0mif1heic', 'image/heif'],
  ['....ftypheic', 'image/heic'],
  ['....ftyphevc', 'image/heic'],
  ['BM....\0\0\0\0', 'image/bmp'],
  ['RIFF....WEBP', 'image/webp'],
  ['ID3\x04', 'audio/mpeg'],
  ['\xff\xfb\x90\0', 'audio/mpeg'],
  ['\xff\xf3\x90\0', 'audio/mpeg'],
  ['\xff\xf1\x50\x80', 'audio/aac'],
  ['fLaC\0', 'audio/flac'],
  ['RIFF....WAVE', 'audio/wav'],
  ['....ftypM4A ', 'audio/mp4'],
  ['....ftypM4B ', 'audio/mp4'],
  ['....ftypisom', 'video/mp4'],
  ['....ftypqt  ', 'video/mp4'],
  ['\x1aE\xdf\xa3', 'video/webm'],
  ['\x1aE\xdf\xa3\n\x86A_OPUS', 'audio/webm'],
  ['\x1aE\xdf\xa3\x86A_OPUS\n\x86V_VP8', 'video/webm'],
  ['%PDF-1.7', 'application/pdf'],
  ['PK\x03\x04', 'application/zip'],
])('getFormatByBytes detects %j as %s', (head, type) => {
  expect(formatOf(head)).toBe(type)
})

it.each(['BMW is a car maker', 'Text WEBP', 'ID 3', '', '\xff\xfea\0'])(
  'getFormatByBytes detects no format in %j',
  head => {
    expect(formatOf(head)).toBeUndefined()
  },
)

it.each([
  ['photo.AVIF', '', 'image'],
  ['song.mp3', 'application/octet-stream', 'audio'],
  ['film.mov', '', 'video'],
  ['voice.webm', 'audio/webm;codecs=opus', 'audio'],
  ['film.webm', 'image/png', 'video'],
  ['book.m4b', '', 'audio'],
  ['table.csv', '', 'table'],
  ['notes.xyz', 'text/html', 'other'],
  ['photo', 'image/jpg', 'image'],
  ['photo', 'IMAGE/PNG; q=1', 'image'],
  ['scan', 'application/pdf', 'pdf'],
  ['essay', 'application/msword', 'document'],
  ['sound', 'audio/x-unheard-of', 'audio'],
  ['thing', '', 'other'],
])('getFileKind of %s with type "%s" is %s', (name, type, kind) => {
  expect(getFileKind({ name, type })).toBe(kind)
})

it('isRasterImage accepts no SVG or HTML', () => {
  const drawn = ['image/png', 'image/jpeg', 'IMAGE/WEBP', 'image/avif', 'image/bmp']
  expect(drawn.filter(type => !isRasterImage({ name: 'a', type }))).toEqual([])
  const otherTypes = ['image/svg+xml', 'text/html', 'application/pdf', 'image/heic', 'image/tiff']
  expect(otherTypes.filter(type => isRasterImage({ name: 'a.png', type }))).toEqual([])
  expect(isRasterImage({ name: 'photo.jpg', type: '' })).toBe(true)
})

it('isOpaque and isViewable decide by name, then by type', () => {
  const opaque = [
    { name: 'essay.DOCX', type: '' },
    { name: 'week 47.zip', type: '' },
    { name: 'essay', type: 'application/msword' },
  ]
  // A known extension takes precedence over the service's type.
  const shown = [
    { name: 'notes.txt', type: 'application/zip' },
    { name: 'page.pdf', type: '' },
    { name: 'song.mp3', type: '' },
  ]
  expect([...opaque, ...shown].filter(isOpaque)).toEqual(opaque)
  expect([...opaque, ...shown].filter(isViewable)).toEqual(shown)
  expect(isOpaque({ name: 'photo', type: '' })).toBe(false)
})

it('getExtension returns the extension in lower case', () => {
  expect(['trip.form.PDF', 'README', 'cod\u202efdp.exe', 'photo.jpg '].map(getExtension)).toEqual([
    'pdf',
    '',
    'exe',
    'jpg',
  ])
})
