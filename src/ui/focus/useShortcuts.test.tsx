import { act, render, screen } from '@testing-library/react'
import { useLayoutEffect, useState } from 'react'
import { expect, it } from 'vitest'
import { createShortcutStore, ShortcutContext, type ShortcutStore, useShortcuts } from './useShortcuts.ts'

const pressJ = (store: ShortcutStore) => store.press(new KeyboardEvent('keydown', { key: 'j' }))

/** Goes on by one with every `j`, from what it shows. */
function Steps({ store }: { store: ShortcutStore }) {
  const [at, setAt] = useState(0)
  useShortcuts([{ key: 'j', description: 'Next', run: () => setAt(at + 1) }])
  // Somebody quick: as soon as the first step shows.
  useLayoutEffect(() => {
    if (at === 1) pressJ(store)
  }, [at, store])
  return <output>{at}</output>
}

it('a key pressed the moment something shows goes on from that', () => {
  const store = createShortcutStore(() => true)
  render(
    <ShortcutContext value={store}>
      <Steps store={store} />
    </ShortcutContext>,
  )
  act(() => pressJ(store))
  expect(screen.getByRole('status').textContent).toBe('2')
})
