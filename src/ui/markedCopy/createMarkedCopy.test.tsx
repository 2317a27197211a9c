import { afterEach, describe, expect, it, vi } from 'vitest'
import { stubCanvas } from '../../testing/stubCanvas.ts'
import type { Mark } from '../marks/marks.ts'
import { createMarkedCopy, maxCopySize } from './createMarkedCopy.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const stroke: Mark = { kind: 'pen', page: 0, colour: 1, width: 2, points: [1, 1, 0.5, 20, 20, 0.5] }
const jpeg = new Blob(['\u00ff'], { type: 'image/jpeg' })
const create = (original: Blob, name: string, marks: readonly Mark[] = [stroke]) =>
  createMarkedCopy(original, { name, type: original.type }, new Map([[0, marks]]))

describe('a marked copy of a picture', () => {
  it.each([
    ['page1.jpg', 'image/jpeg', 'image/jpeg 0.9 40x30'],
    ['page1.png', 'image/png', 'image/png  40x30'],
    ['drawing.webp', 'image/webp', 'image/png  40x30'],
  ])('of %s has its format and size', async (name, type, expected) => {
    const { drawn, created } = stubCanvas()
    const copy = await create(new Blob(['bytes'], { type }), name)
    expect(drawn).toEqual(['picture', 'stroke'])
    expect(created).toEqual([expected])
    expect(`${copy.type}`).toBe(expected.split(' ')[0])
  })

  it('has the readable part if the end is missing', async () => {
    const { drawn } = stubCanvas({ isTruncated: true })
    await create(jpeg, 'page1.jpg')
    expect(drawn).toEqual(['image element', 'picture', 'stroke'])
  })

  it('can have 5,000 strokes', async () => {
    const { drawn } = stubCanvas()
    await create(
      jpeg,
      'page1.jpg',
      Array.from({ length: 5000 }, () => stroke),
    )
    expect(drawn).toHaveLength(5001)
  })

  it('is refused if the file is no picture', async () => {
    stubCanvas({ isBroken: () => true })
    await expect(create(jpeg, 'page1.jpg')).rejects.toMatchObject({ name: 'CopyError', reason: 'unreadable' })
    const text = new Blob(['1a) 3/4'], { type: 'text/plain' })
    await expect(create(text, 'notes.txt')).rejects.toMatchObject({ reason: 'unreadable' })
  })

  it.each([
    ['has too many pixels', { width: 10_000, height: 10_000 }],
    ['is larger than the canvas of the browser', { isTooLarge: true }],
  ])('is refused if the picture %s', async (_, options) => {
    const { drawn } = stubCanvas(options)
    await expect(create(jpeg, 'page1.jpg')).rejects.toMatchObject({ reason: 'tooLarge' })
    expect(drawn).toEqual([])
  })

  it('is refused for a scan of 200 MB, without reading it', async () => {
    const scan = new Blob(['%PDF-1.7'], { type: 'application/pdf' })
    const slice = vi.spyOn(scan, 'slice')
    Object.defineProperty(scan, 'size', { value: maxCopySize * 2 })
    await expect(create(scan, 'scan.pdf')).rejects.toMatchObject({ reason: 'tooLarge' })
    expect(slice).not.toHaveBeenCalled()
  })
})
