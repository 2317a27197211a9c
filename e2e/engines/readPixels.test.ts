import { crc32, deflateSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { findInk } from './findInk.ts'
import { readPixels } from './readPixels.ts'

/** Creates a PNG from its rows. Each begins with its filter. */
function createPng(width: number, rows: number[][], type = 2): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(rows.length, 4)
  header.set([8, type, 0, 0, 0], 8)
  const chunk = (name: string, data: Buffer) => {
    const content = Buffer.concat([Buffer.from(name), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(content))
    return Buffer.concat([length, content, sum])
  }
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.from(rows.flat()))),
  ])
}

it('reads the colours of a screenshot with each filter', () => {
  const rows = [
    [0, 10, 20, 30, 50, 60, 70],
    [1, 10, 20, 30, 40, 40, 40],
    [2, 0, 0, 0, 0, 0, 0],
    [3, 5, 10, 15, 20, 20, 20],
    [4, 0, 0, 0, 0, 0, 0],
  ]
  const { getColour, ...size } = readPixels(createPng(2, rows))
  expect(size).toEqual({ width: 2, height: 5 })
  for (const y of [0, 1, 2, 3, 4]) expect(getColour(0, y), `row ${y}`).toEqual([10, 20, 30])
  for (const y of [0, 1, 2, 3, 4]) expect(getColour(1, y), `row ${y}`).toEqual([50, 60, 70])
  expect(() => readPixels(createPng(2, [], 3))).toThrow('not supported')
})

it('finds red marks in an area', () => {
  const [white, red] = [
    [255, 255, 255],
    [198, 37, 64],
  ]
  const png = createPng(4, [
    [0, ...[red, white, white, white].flat()],
    [0, ...[white, white, white, red].flat()],
  ])
  expect(findInk(png)).toEqual({ left: 0, top: 0, right: 0.75, bottom: 0.5, count: 2 })
  const area = { x: 2, y: 0, width: 2, height: 2 }
  expect(findInk(png, area)).toEqual({ left: 0.5, top: 0.5, right: 0.5, bottom: 0.5, count: 1 })
})
