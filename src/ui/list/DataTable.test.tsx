import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { render } from '../../testing/render.tsx'
import { type Column, DataTable } from './DataTable.tsx'

type Pupil = { id: number; name: string; points: number }

const pupils: Pupil[] = [
  { id: 1, name: 'Mika Sommer', points: 12 },
  { id: 2, name: 'Ada Kern', points: 9 },
]
const columns: Column<Pupil>[] = [
  { key: 'place', cell: pupil => pupil.id },
  { key: 'name', isRowHeader: true, cell: pupil => pupil.name },
  {
    key: 'points',
    header: 'Points',
    align: 'right',
    getTitle: pupil => `${pupil.points} of 15`,
    cell: pupil => pupil.points,
  },
]

it('shows one row per entry with a row header', () => {
  render(<DataTable label="Results" columns={columns} rows={pupils} getKey={pupil => pupil.id} />)
  const table = screen.getByRole('table', { name: 'Results' })
  expect(within(table).getAllByRole('columnheader')).toHaveLength(1)
  expect(within(table).getByRole('columnheader', { name: 'Points' })).toBeTruthy()
  expect(within(table).getAllByRole('rowheader', { name: /Sommer|Kern/ })).toHaveLength(2)
  const row = within(table).getByRole('row', { name: /Mika Sommer/ })
  expect(within(row).getByRole('cell', { name: '12' }).title).toBe('12 of 15')
})

it('shows the headers at the first group, unless folded', () => {
  const groups = [
    { key: 'a', title: 'Maths', rows: pupils },
    { key: 'b', title: 'Art', rows: pupils.slice(0, 1), footer: 'One more' },
  ]
  const props = { label: 'Results', columns, getKey: (pupil: Pupil) => pupil.id }
  const { rerender } = render(<DataTable {...props} groups={groups} />)
  const [maths, art] = screen.getAllByRole('rowgroup').filter(each => each.localName === 'tbody')
  if (!maths || !art) throw new Error('no groups')
  const title = within(maths).getByText('Maths')
  expect(title.getAttribute('colspan')).toBe('2')
  expect(title.nextElementSibling?.textContent).toBe('Points')
  expect(within(art).queryByText('Points')).toBeNull()
  expect(within(art).getByText('One more').getAttribute('colspan')).toBe('3')

  rerender(<DataTable {...props} groups={[{ key: 'a', title: 'Maths', rows: pupils, isCollapsed: true }]} />)
  expect(screen.getAllByRole('row')).toHaveLength(1)
  expect(screen.queryByText('Points')).toBeNull()
})

it('sets the attributes of a row', () => {
  render(
    <DataTable
      label="Results"
      columns={columns}
      rows={pupils}
      getKey={pupil => pupil.id}
      getAttributes={pupil => ({ 'data-pupil': pupil.id })}
    />,
  )
  expect(screen.getByRole('row', { name: /Ada Kern/ }).dataset.pupil).toBe('2')
})
