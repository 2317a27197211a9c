import { describe, expect, it } from 'vitest'
import { fitPhoto } from './photoSize.ts'

describe('fitPhoto', () => {
  it.each([
    { from: [4032, 3024], to: [3000, 2250] },
    { from: [3024, 4032], to: [2250, 3000] },
    { from: [3000, 2000], to: [3000, 2000] },
    { from: [640, 480], to: [640, 480] },
    { from: [30_000, 3], to: [3000, 1] },
  ])('fits $from into $to', ({ from: [width = 0, height = 0], to }) => {
    const size = fitPhoto({ width, height })
    expect([size.width, size.height]).toEqual(to)
  })
})
