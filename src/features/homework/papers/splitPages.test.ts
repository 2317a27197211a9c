import { describe, expect, it } from 'vitest'
import { fc } from '../../../testing/fastCheck.ts'
import { emptyPapers, type Part } from './papersDraft.ts'
import {
  canSwap,
  findPart,
  getPages,
  getReturnedPages,
  guessPagesPerPart,
  joinAssignments,
  mergeWithPrevious,
  splitAgain,
  splitAtBlank,
  splitBefore,
  splitByCount,
  swapPhotos,
} from './splitPages.ts'

const toBlanks = (pages: string) => [...pages].map(page => page === '_')
const assign = (parts: readonly Part[], first: number, pupilId: number) =>
  parts.map(part => (part.first === first ? { ...part, pupilId, points: '7' } : part))
const firstsOf = (parts: readonly Part[]) => parts.map(({ first }) => first)

describe('splitByCount', () => {
  it.each([
    [6, 2, [0, 2, 4]],
    [7, 3, [0, 3, 6]],
    [3, 5, [0]],
    [0, 2, []],
  ])('splits %i pages into parts of %i', (pageCount, size, firsts) => {
    expect(splitByCount(pageCount, size)).toEqual(firsts)
  })
})

describe('splitAtBlank', () => {
  it.each([
    ['ab_cd_e', [0, 3, 6], [2, 5]],
    ['ab__cd', [0, 4], [2, 3]],
    ['_ab_cd_', [0, 4], [0, 3, 6]],
    ['abcd', [0], []],
    ['___', [0], []],
    ['', [], []],
  ])('splits %j', (pages, firsts, omittedPages) => {
    expect(splitAtBlank(toBlanks(pages))).toEqual({ firsts, omittedPages })
  })
})

it.each([
  [56, 28, 2],
  [84, 28, 3],
  [50, 28, 2],
  [1, 28, 1],
  [5, 0, 2],
])('guesses the pages per part of %i pages for %i pupils', (pageCount, pupilCount, size) => {
  expect(guessPagesPerPart(pageCount, pupilCount)).toBe(size)
})

describe('moved boundaries', () => {
  const parts = assign(assign(splitAgain([], [0, 2, 4]), 2, 13), 4, 14)

  it('keep the pupil of a part that is split', () => {
    const split = splitBefore(parts, 3)
    expect(firstsOf(split)).toEqual([0, 2, 3, 4])
    expect(split.map(({ pupilId }) => pupilId)).toEqual([null, 13, null, 14])
    expect(splitBefore(parts, 2)).toEqual(parts)
  })

  it('keep the first pupil of two parts that are joined', () => {
    expect(mergeWithPrevious(parts, 2)).toMatchObject([{ first: 0, pupilId: 13, points: '7' }, { first: 4 }])
    expect(mergeWithPrevious(parts, 4)).toMatchObject([{ first: 0 }, { first: 2, pupilId: 13 }])
    expect(mergeWithPrevious(parts, 0)).toEqual(parts)
  })

  it('keep the pupil and points of one of them when they are joined', () => {
    const none = { pupilId: null, points: '' }
    const points = { pupilId: null, points: '5' }
    const mika = { pupilId: 13, points: '7' }
    const aiko = { pupilId: 14, points: '' }
    expect(joinAssignments(mika, aiko)).toEqual({ kept: mika, dropped: aiko })
    expect(joinAssignments(points, aiko)).toEqual({ kept: aiko, dropped: points })
    expect(joinAssignments(mika, points)).toEqual({ kept: mika, dropped: points })
    expect(joinAssignments(none, mika)).toEqual({ kept: mika, dropped: undefined })
    expect(joinAssignments(mika, none)).toEqual({ kept: mika, dropped: undefined })
    expect(joinAssignments(points, none)).toEqual({ kept: points, dropped: undefined })
  })

  it('discard files that were cut out with other pages', () => {
    const files = [{ id: 'a', name: 'a.pdf', type: 'application/pdf', size: 1 }]
    const prepared = parts.map(part => ({ ...part, files }))
    expect(splitBefore(prepared, 3).map(part => part.files.length)).toEqual([1, 0, 0, 1])
    expect(mergeWithPrevious(prepared, 2).map(part => part.files.length)).toEqual([0, 1])
  })

  it('leave the pupil of a part that begins with the same page after another split', () => {
    expect(splitAgain(parts, [0, 3, 4])).toMatchObject([
      { first: 0, pupilId: null },
      { first: 3, pupilId: null },
      { first: 4, pupilId: 14, points: '7' },
    ])
  })
})

const anyChange = fc.record({ isSplit: fc.boolean(), page: fc.nat({ max: 39 }) })

it('has each page in exactly one part after any changes', () => {
  fc.assert(
    fc.property(
      fc.array(fc.boolean(), { minLength: 1, maxLength: 40 }),
      fc.array(anyChange, { maxLength: 20 }),
      (isBlank, changes) => {
        const pageCount = isBlank.length
        const { firsts, omittedPages } = splitAtBlank(isBlank)
        let parts = splitAgain([], firsts)
        for (const { isSplit, page } of changes.filter(change => change.page < pageCount)) {
          const part = findPart(parts, page)
          parts = isSplit ? splitBefore(parts, page) : mergeWithPrevious(parts, part?.first ?? 0)
        }
        const papers = { pageCount, parts, omittedPages }
        const pages = parts.flatMap(part => getPages(papers, part))
        expect(pages).toEqual(isBlank.map((_, page) => page))
        expect(firstsOf(parts)).toEqual([...new Set(firstsOf(parts))].toSorted((a, b) => a - b))
        const returned = parts.flatMap(part => getReturnedPages(papers, part))
        expect(returned).toEqual(pages.filter(page => !omittedPages.includes(page)))
      },
    ),
  )
})

describe('photos', () => {
  const papers = {
    ...emptyPapers,
    kind: 'photos' as const,
    pageCount: 4,
    scan: ['a', 'b', 'c', 'd'].map(id => ({ id, name: `${id}.jpg`, size: 1, type: 'image/jpeg' })),
    ink: [0.1, 0.2],
    omittedPages: [1],
    parts: splitAgain([], [0, 2]).map(part => ({
      ...part,
      files: [{ id: 'x', name: 'x', size: 1, type: '' }],
    })),
  }

  it('are swapped with their ink and whether they are left out', () => {
    const { scan, ink, omittedPages, parts } = swapPhotos(papers, 1, 2)
    expect(scan?.map(({ id }) => id)).toEqual(['a', 'c', 'b', 'd'])
    expect(ink).toEqual([0.1, null, 0.2, null])
    expect(omittedPages).toEqual([2])
    expect(parts?.map(({ first, files }) => [first, files.length])).toEqual([
      [0, 0],
      [2, 0],
    ])
  })

  it('stay at the ends and in a part that is being returned', () => {
    const isOpen = () => false
    expect([
      canSwap(papers, isOpen, 0, -1),
      canSwap(papers, isOpen, 3, 4),
      canSwap(papers, isOpen, 1, 2),
    ]).toEqual([false, false, true])
    expect(canSwap(papers, part => part === papers.parts[1], 1, 2)).toBe(false)
    expect(canSwap({ ...papers, kind: 'pdf' }, isOpen, 0, 1)).toBe(false)
  })
})
