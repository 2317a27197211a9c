import { describe, expect, it } from 'vitest'
import { fc } from '../../testing/fastCheck.ts'
import {
  getMarkUnit,
  getStampLines,
  getStrokeOutline,
  isMarkNear,
  type Point,
  turnVector,
} from './markShapes.ts'
import {
  applyOperation,
  canRedo,
  canUndo,
  createHistory,
  emptyHistory,
  getPageMarks,
  hasVisibleMarks,
  isPageFull,
  type Mark,
  type MarkOperation,
  maxMarksPerPage,
  type Stamp,
} from './marks.ts'
import { toPagePoint } from './pagePoint.ts'

const stroke = (page = 0): Mark => ({
  kind: 'pen',
  page,
  colour: 1,
  width: 2,
  points: [10, 10, 0.5, 50, 10, 0.5],
})
const tick: Stamp = { kind: 'tick', page: 0, colour: 2, x: 100, y: 100, turn: 0 }
const add = (mark: Mark): MarkOperation => ({ type: 'add', mark })
const visibleIds = (operations: readonly MarkOperation[], page = 0) =>
  getPageMarks(createHistory(operations), page).map(({ id }) => id)

describe('the history of marks', () => {
  it('adds marks to their pages', () => {
    const operations = [add(stroke()), add(stroke(1)), add(tick)]
    expect(visibleIds(operations)).toEqual([0, 2])
    expect(visibleIds(operations, 1)).toEqual([1])
    expect(visibleIds(operations, 2)).toEqual([])
  })

  it('erases whole marks, and restores them in their order', () => {
    const operations = [add(stroke()), add(tick), add(stroke()), { type: 'erase', ids: [0, 1] } as const]
    expect(visibleIds(operations)).toEqual([2])
    expect(visibleIds([...operations, { type: 'undo' }])).toEqual([0, 1, 2])
    expect(visibleIds([...operations, { type: 'undo' }, { type: 'redo' }])).toEqual([2])
  })

  it('forgets undone operations when a mark is added', () => {
    const history = createHistory([add(stroke()), { type: 'undo' }, add(tick)])
    expect(canRedo(history)).toBe(false)
    expect(getPageMarks(history, 0).map(({ kind }) => kind)).toEqual(['tick'])
  })

  it('replaces a mark in one step, also on a full page', () => {
    const moved = { ...tick, x: 120 }
    const operations: MarkOperation[] = [add(tick), add(stroke()), { type: 'replace', id: 0, mark: moved }]
    expect(visibleIds(operations)).toEqual([1, 2])
    expect(getPageMarks(createHistory(operations), 0).at(-1)).toMatchObject({ x: 120 })
    expect(visibleIds([...operations, { type: 'undo' }])).toEqual([0, 1])
    expect(visibleIds([...operations, { type: 'undo' }, { type: 'redo' }])).toEqual([1, 2])
    const full = createHistory(Array.from({ length: maxMarksPerPage }, () => add(tick)))
    const replaced = applyOperation(full, { type: 'replace', id: 3, mark: moved })
    expect(getPageMarks(replaced, 0)).toHaveLength(maxMarksPerPage)
    expect(applyOperation(replaced, { type: 'replace', id: 3, mark: moved })).toBe(replaced)
  })

  it('amends a mark as a part of the operation that placed it', () => {
    const moved = { ...tick, x: 120 }
    const placed: MarkOperation[] = [add(stroke()), add(tick), { type: 'amend', id: 1, mark: moved }]
    expect(visibleIds(placed)).toEqual([0, 2])
    expect(visibleIds([...placed, { type: 'undo' }])).toEqual([0])
    expect(visibleIds([...placed, { type: 'undo' }, { type: 'redo' }])).toEqual([0, 2])
    const replaced: MarkOperation[] = [
      add(tick),
      { type: 'replace', id: 0, mark: moved },
      { type: 'amend', id: 1, mark: { ...tick, x: 130 } },
    ]
    expect(visibleIds(replaced)).toEqual([2])
    expect(visibleIds([...replaced, { type: 'undo' }])).toEqual([0])
    // Another operation came in between.
    const between: MarkOperation[] = [add(tick), add(stroke()), { type: 'amend', id: 0, mark: moved }]
    expect(visibleIds([...between, { type: 'undo' }])).toEqual([0, 1])
    const history = createHistory(between)
    expect(applyOperation(history, { type: 'amend', id: 0, mark: moved })).toBe(history)
  })

  it('ignores operations without an effect', () => {
    const history = createHistory([add(stroke()), { type: 'erase', ids: [0] }])
    const operations: MarkOperation[] = [
      { type: 'erase', ids: [0] },
      { type: 'erase', ids: [7] },
      { type: 'redo' },
    ]
    for (const operation of operations) expect(applyOperation(history, operation)).toBe(history)
    expect(applyOperation(emptyHistory, { type: 'undo' })).toBe(emptyHistory)
    expect(hasVisibleMarks(history)).toBe(false)
  })

  it('accepts 5,000 marks on a page and no more', () => {
    const full = createHistory(Array.from({ length: maxMarksPerPage }, () => add(tick)))
    expect(isPageFull(full, 0)).toBe(true)
    expect(applyOperation(full, add(tick))).toBe(full)
    expect(getPageMarks(applyOperation(full, add(stroke(1))), 1)).toHaveLength(1)
    expect(isPageFull(applyOperation(full, { type: 'undo' }), 0)).toBe(false)
  })

  it('returns to every earlier state by undo, and back by redo', () => {
    const operation = fc.oneof(
      fc.constantFrom(add(stroke()), add(stroke(1)), add(tick)),
      fc.array(fc.nat(12), { maxLength: 3 }).map((ids): MarkOperation => ({ type: 'erase', ids })),
      fc.nat(12).map((id): MarkOperation => ({ type: 'replace', id, mark: tick })),
    )
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 12 }), operations => {
        const read = (history: ReturnType<typeof createHistory>) =>
          [0, 1].map(page => getPageMarks(history, page).map(({ id }) => id))
        let history = emptyHistory
        const states = [read(history)]
        for (const one of operations) {
          const next = applyOperation(history, one)
          if (next !== history) states.push(read(next))
          history = next
        }
        const last = states.at(-1)
        for (const state of states.toReversed().slice(1)) {
          history = applyOperation(history, { type: 'undo' })
          expect(read(history)).toEqual(state)
        }
        expect(canUndo(history)).toBe(false)
        while (canRedo(history)) history = applyOperation(history, { type: 'redo' })
        expect(read(history)).toEqual(last)
      }),
    )
  })
})

describe('the shapes of marks', () => {
  it('have the same share of the page on every photo', () => {
    expect(getMarkUnit({ width: 3000, height: 4000 })).toBe(3)
    expect(getMarkUnit({ width: 800, height: 600 })).toBe(0.6)
  })

  it('draw a stroke along its points', () => {
    const outline = getStrokeOutline({ kind: 'pen', width: 2, points: [10, 50, 0.5, 90, 50, 0.5] }, 1)
    const ys = outline.map(([, y]) => y)
    const xs = outline.map(([x]) => x)
    expect(Math.min(...xs)).toBeLessThan(12)
    expect(Math.max(...xs)).toBeGreaterThan(88)
    expect(Math.max(...ys) - Math.min(...ys)).toBeLessThan(12)
  })

  it('turn with the page', () => {
    expect(turnVector([1, 0], { turn: 90 })).toEqual([0, -1])
    const upright = getStampLines(tick, 1)[0]?.[0]
    const turned = getStampLines({ ...tick, turn: 180 }, 1)[0]?.[0]
    expect([(upright?.[0] ?? 0) + (turned?.[0] ?? 0), (upright?.[1] ?? 0) + (turned?.[1] ?? 0)]).toEqual([
      200, 200,
    ])
  })

  it('are found near the eraser', () => {
    const isNear = (mark: Mark, at: Point, distance: number, unit: number) =>
      isMarkNear(mark, [at, at], distance, unit)
    expect(isNear(stroke(), [30, 14], 5, 1)).toBe(true)
    expect(isNear(stroke(), [30, 40], 5, 1)).toBe(false)
    expect(isNear(tick, [110, 110], 5, 1)).toBe(true)
    const text: Mark = { kind: 'text', page: 0, colour: 1, x: 100, y: 100, turn: 0, text: 'well done' }
    expect(isNear(text, [150, 120], 5, 1)).toBe(true)
    expect(isNear({ ...text, turn: 180 }, [150, 120], 5, 1)).toBe(false)
    expect(isNear({ ...text, turn: 180 }, [50, 80], 5, 1)).toBe(true)
  })
})

describe('toPagePoint', () => {
  it('does not depend on zoom and rotation', () => {
    const size = { width: 300, height: 400 }
    for (const scale of [0.5, 1, 3]) {
      const upright = { left: 10, top: 20, width: 300 * scale, height: 400 * scale }
      const sideways = { left: 10, top: 20, width: 400 * scale, height: 300 * scale }
      const positions = [
        { rotation: 0, rect: upright, x: 10 + 30 * scale, y: 20 + 100 * scale },
        { rotation: 90, rect: sideways, x: 10 + 300 * scale, y: 20 + 30 * scale },
        { rotation: 180, rect: upright, x: 10 + 270 * scale, y: 20 + 300 * scale },
        { rotation: 270, rect: sideways, x: 10 + 100 * scale, y: 20 + 270 * scale },
      ] as const
      for (const { rotation, rect, x, y } of positions) {
        const [pageX, pageY] = toPagePoint({ x, y }, rect, { size, rotation })
        expect([pageX, pageY].map(Math.round)).toEqual([30, 100])
      }
    }
  })
})
