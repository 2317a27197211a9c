import { screen } from '@testing-library/react'
import { useRef } from 'react'
import { expect, it } from 'vitest'
import { render } from '../../testing/render.tsx'
import { stubElementSizes } from '../../testing/stubElementSizes.ts'
import { VirtualList } from './VirtualList.tsx'

stubElementSizes()

const pupils = Array.from({ length: 1000 }, (_, at) => `Pupil ${at + 1}`)

function Scrolled({ as }: { as: 'div' | 'ul' }) {
  const scroller = useRef<HTMLDivElement>(null)
  return (
    <div ref={scroller} data-testid="scroller">
      <VirtualList as={as} scrollRef={scroller} rows={pupils} rowHeight={32} keepMountedIndex={899}>
        {pupil => (
          <button key={pupil} type="button" style={{ height: 32 }}>
            {pupil}
          </button>
        )}
      </VirtualList>
    </div>
  )
}

it('renders visible rows and the kept row', async () => {
  render(<Scrolled as="div" />)
  const row = screen.getByRole('button', { name: 'Pupil 900' })
  expect(row.parentElement?.style.visibility).toBe('')
  await screen.findByRole('button', { name: 'Pupil 24' })
  expect(screen.queryByRole('button', { name: 'Pupil 100' })).toBeNull()
  expect(screen.getAllByRole('button').at(-1)).toBe(row)
})

it('has aria-posinset and aria-setsize, and accepts pointer events', async () => {
  render(<Scrolled as="ul" />)
  const entry = (await screen.findByText('Pupil 24')).closest('li')
  expect([entry?.getAttribute('aria-posinset'), entry?.getAttribute('aria-setsize')]).toEqual(['24', '1000'])
  const scroller = screen.getByTestId('scroller')
  scroller.scrollTop = 320
  scroller.dispatchEvent(new Event('scroll'))
  await screen.findByText('Pupil 40')
  expect(screen.getByRole('list').style.pointerEvents).toBe('')
})
