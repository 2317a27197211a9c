import { expect, it } from 'vitest'
import { createFormat } from './formats.ts'

// Intl puts a space that does not break between number and unit.
const sizeIn = (language: string, bytes: number) =>
  createFormat(language, 'Europe/Berlin').fileSize(bytes).replaceAll(/\s/g, ' ')

it.each([
  [0, '0 bytes', '0 Byte'],
  [1, '1 byte', '1 Byte'],
  [1023, '1,023 bytes', '1.023 Byte'],
  [1024, '1 kB', '1 kB'],
  [1_900_000, '1.8 MB', '1,8 MB'],
  // As kilobytes it would be written 1,024 kB.
  [1024 * 1024 - 10, '1 MB', '1 MB'],
  [5 * 1024 ** 4, '5,120 GB', '5.120 GB'],
])('%i bytes are written %j and %j', (bytes, english, german) => {
  expect(sizeIn('en', bytes)).toBe(english)
  expect(sizeIn('de', bytes)).toBe(german)
})
