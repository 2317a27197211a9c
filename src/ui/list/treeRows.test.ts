import { expect, it } from 'vitest'
import { getTreeAction, getTreeRows } from './treeRows.ts'

const children: Record<string, string[]> = {
  root: ['English', 'Maths', 'Physics'],
  Maths: ['Angles', 'Fractions'],
  Fractions: ['Tests'],
}
const rowsOf = (...expanded: string[]) =>
  getTreeRows(['root'], {
    hasChildren: node => children[node] !== undefined,
    getChildren: node => children[node] ?? [],
    isExpanded: node => expanded.includes(node),
  })

it('returns visible nodes with level and position', () => {
  expect(
    rowsOf('root', 'Maths').map(row => [row.level, row.node, row.isExpanded, row.position, row.siblingCount]),
  ).toEqual([
    [1, 'root', true, 1, 1],
    [2, 'English', undefined, 1, 3],
    [2, 'Maths', true, 2, 3],
    [3, 'Angles', undefined, 1, 2],
    [3, 'Fractions', false, 2, 2],
    [2, 'Physics', undefined, 3, 3],
  ])
  expect(rowsOf('Maths')).toHaveLength(1)
})

it('has no limit of depth', () => {
  const rows = getTreeRows([1], {
    hasChildren: level => level < 20_000,
    getChildren: level => [level + 1],
    isExpanded: () => true,
  })
  expect(rows.at(-1)?.level).toBe(20_000)
})

it('follows the tree view keyboard pattern', () => {
  const rows = rowsOf('root', 'Maths')
  expect(getTreeAction('ArrowRight', rows, 4)).toEqual({ expand: true })
  expect(getTreeAction('ArrowRight', rows, 2)).toEqual({ focus: 3 })
  expect(getTreeAction('ArrowLeft', rows, 4)).toEqual({ focus: 2 })
  expect(getTreeAction('ArrowLeft', rows, 2)).toEqual({ expand: false })
  expect(getTreeAction('ArrowRight', rows, 1)).toBeUndefined()
  expect(getTreeAction('End', rows, 0)).toEqual({ focus: 5 })
  expect(getTreeAction('ArrowDown', rows, 5)).toEqual({ focus: 5 })
  expect(getTreeAction('Enter', rows, 2)).toBe('open')
})
