import { expect, it } from 'vitest'
import { fc } from '../../testing/fastCheck.ts'
import { decodeText, splitText } from './decodeText.ts'

const bytes = (...codes: number[]) => Uint8Array.from(codes)

it('reads UTF-8 with or without byte order mark', () => {
  expect(decodeText(new TextEncoder().encode('½ · ⅔ = ⅓'))).toBe('½ · ⅔ = ⅓')
  expect(decodeText(bytes(0xef, 0xbb, 0xbf, 0x61))).toBe('a')
})

it('reads UTF-16 with a byte order mark', () => {
  expect(decodeText(bytes(0xff, 0xfe, 0xfc, 0x00))).toBe('ü')
  expect(decodeText(bytes(0xfe, 0xff, 0x00, 0xfc))).toBe('ü')
})

it('reads other bytes as Windows-1252', () => {
  expect(decodeText(bytes(0x84, 0x47, 0x72, 0xfc, 0xdf, 0x65, 0x93))).toBe('„Grüße“')
})

it('ignores an incomplete last character of truncated text only', () => {
  const truncated = new TextEncoder().encode('aü').subarray(0, 2)
  expect(decodeText(truncated, true)).toBe('a')
  expect(decodeText(truncated)).toBe('aÃ')
})

it('splits at line ends without loss', () => {
  const lines = fc.array(fc.string({ unit: 'grapheme', maxLength: 30 }), { maxLength: 40 })
  fc.assert(
    fc.property(lines, parts => {
      const text = parts.join('\n')
      const pieces = splitText(text, 20)
      expect(pieces.join('').replaceAll('\n', '')).toBe(text.replaceAll('\n', ''))
      for (const piece of pieces) {
        expect(piece.length).toBeLessThanOrEqual(21)
        expect(piece.isWellFormed()).toBe(text.isWellFormed())
      }
    }),
  )
  expect(splitText('one\ntwo\nthree', 8)).toEqual(['one\ntwo', 'three'])
  expect(splitText('')).toEqual([''])
})
