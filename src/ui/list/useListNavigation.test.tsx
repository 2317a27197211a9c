import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useRef, useState } from 'react'
import { expect, it, vi } from 'vitest'
import { render } from '../../testing/render.tsx'
import { stubElementSizes } from '../../testing/stubElementSizes.ts'
import { useListNavigation } from './useListNavigation.ts'
import { VirtualList } from './VirtualList.tsx'

stubElementSizes()

const allPupils = Array.from({ length: 1000 }, (_, index) => ({ id: index + 1, name: `Pupil ${index + 1}` }))

type PupilsProps = { currentKey?: number; keepsPosition?: boolean; onLeave?: () => void }

function Pupils({ currentKey, keepsPosition = false, onLeave }: PupilsProps) {
  const containerRef = useRef<HTMLDivElement>(null)
  const [rows, setRows] = useState(allPupils)
  const navigation = useListNavigation({
    containerRef,
    attribute: 'data-pupil',
    rows,
    getKey: pupil => pupil.id,
    currentKey,
    keepsPosition,
    ...(onLeave && { onLeave }),
  })
  return (
    <>
      <button type="button" onClick={() => setRows(rows.filter(pupil => pupil !== navigation.activeRow))}>
        Remove
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the rows have the focus. */}
      <div ref={containerRef} onKeyDown={navigation.handleKeyDown} onFocus={navigation.handleFocus}>
        <VirtualList
          scrollRef={containerRef}
          rows={rows}
          rowHeight={32}
          keepMountedIndex={navigation.activeIndex}
        >
          {(pupil, index) => (
            <button
              key={pupil.id}
              type="button"
              data-pupil={pupil.id}
              tabIndex={index === navigation.activeIndex ? 0 : -1}
              style={{ height: 32 }}
            >
              {pupil.name}
            </button>
          )}
        </VirtualList>
      </div>
    </>
  )
}

const focusedName = () => document.activeElement?.textContent
const tabStops = () =>
  [...document.querySelectorAll('[data-pupil][tabindex="0"]')].map(({ textContent }) => textContent)

it('focuses rows not yet rendered, with one tab stop', async () => {
  const user = userEvent.setup()
  render(<Pupils />)
  await screen.findByText('Pupil 2')
  await user.tab()
  await user.tab()
  expect(focusedName()).toBe('Pupil 1')
  await user.keyboard('{ArrowDown}{ArrowDown}')
  expect(focusedName()).toBe('Pupil 3')
  await user.keyboard('{End}')
  expect(focusedName()).toBe('Pupil 1000')
  await user.keyboard('{ArrowUp}')
  expect(focusedName()).toBe('Pupil 999')
  expect(tabStops()).toEqual(['Pupil 999'])
  await user.keyboard('{Home}{Control>}{ArrowDown}{/Control}')
  expect(focusedName()).toBe('Pupil 1')
})

it('starts at the current row', async () => {
  const user = userEvent.setup()
  render(<Pupils currentKey={500} />)
  await screen.findByText('Pupil 2')
  expect(tabStops()).toEqual(['Pupil 500'])
  await user.click(screen.getByText('Pupil 2'))
  expect(tabStops()).toEqual(['Pupil 2'])
  await user.keyboard('{ArrowDown}')
  expect(focusedName()).toBe('Pupil 3')
})

it('keeps a tab stop when its row is removed', async () => {
  const user = userEvent.setup()
  const { rerender } = render(<Pupils keepsPosition currentKey={1} />)
  await user.click(await screen.findByText('Pupil 4'))
  await user.click(screen.getByText('Remove'))
  expect(tabStops()).toEqual(['Pupil 5'])
  rerender(<Pupils currentKey={1} />)
  expect(tabStops()).toEqual(['Pupil 1'])
})

it('leaves upwards from the first row only', async () => {
  const user = userEvent.setup()
  const onLeave = vi.fn<() => void>()
  render(<Pupils onLeave={onLeave} />)
  await user.click(await screen.findByText('Pupil 2'))
  await user.keyboard('{ArrowUp}')
  expect(focusedName()).toBe('Pupil 1')
  expect(onLeave).not.toHaveBeenCalled()
  await user.keyboard('{ArrowUp}')
  expect(onLeave).toHaveBeenCalledOnce()
})
