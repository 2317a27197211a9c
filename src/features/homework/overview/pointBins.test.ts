import { describe, expect, it } from 'vitest'
import { fc } from '../../../testing/fastCheck.ts'
import { createPointBins } from './overviewModel.ts'

const counts = (points: number[], maximum?: number) =>
  createPointBins(points, maximum).bins.map(({ from, to, count }) => [from, to, count])

describe('bins for points', () => {
  it('are empty without points', () => expect(createPointBins([], 15).bins).toEqual([]))

  it('are single values up to a small maximum', () => {
    const { kind, bins } = createPointBins([0, 15, 15], 15)
    expect(kind).toBe('single')
    expect(bins.map(bin => bin.from)).toEqual(Array.from({ length: 16 }, (_, value) => value))
    expect(bins[15]?.count).toBe(2)
  })

  it('are half points if few', () => {
    expect(counts([2.5, 3], 3)).toEqual([
      [0, 0, 0],
      [0.5, 0.5, 0],
      [1, 1, 0],
      [1.5, 1.5, 0],
      [2, 2, 0],
      [2.5, 2.5, 1],
      [3, 3, 1],
    ])
  })

  it('are ranges of one point, the last including the maximum', () => {
    const { kind, bins } = createPointBins([12.5, 15, 14], 15)
    expect(kind).toBe('range')
    expect(bins).toHaveLength(15)
    expect(bins[12]).toEqual({ from: 12, to: 13, includesTo: false, count: 1 })
    expect(bins[14]).toEqual({ from: 14, to: 15, includesTo: true, count: 2 })
  })

  it.each([
    [24, 2],
    [30, 2],
    [50, 5],
    [60, 5],
    [100, 10],
    [120, 10],
    [1000, 100],
  ])('of a maximum of %d have width %d', (maximum, step) => {
    expect(createPointBins([1], maximum).step).toBe(step)
  })

  it('end at a maximum between widths', () => {
    expect(createPointBins([12.5], 12.5).bins.at(-1)).toEqual({
      from: 12,
      to: 12.5,
      includesTo: true,
      count: 1,
    })
  })

  it('end at the highest points without a maximum', () =>
    expect(createPointBins([4, 2], undefined).bins.at(-1)?.to).toBe(4))

  it('extend above the maximum', () => expect(createPointBins([17], 15).bins.at(-1)?.from).toBe(17))

  it('are one bar for points of 0', () => expect(counts([0, 0], undefined)).toEqual([[0, 0, 2]]))

  it('contain each pupil once without gaps', () => {
    const anyPoints = fc.integer({ min: 0, max: 4_000_000 }).map(quarters => quarters / 4)
    fc.assert(
      fc.property(
        fc.array(anyPoints, { minLength: 1, maxLength: 60 }),
        fc.option(fc.double({ min: 0.001, max: 100_000, noNaN: true }), { nil: undefined }),
        (points, maximum) => {
          const { bins, kind } = createPointBins(points, maximum)
          expect(bins.reduce((sum, bin) => sum + bin.count, 0)).toBe(points.length)
          expect(bins.length).toBeLessThanOrEqual(21)
          for (const [index, bin] of bins.entries()) {
            const next = bins[index + 1]
            if (next)
              expect(kind === 'range' ? bin.to : bin.from + createPointBins(points, maximum).step).toBe(
                next.from,
              )
          }
        },
      ),
    )
  })
})
