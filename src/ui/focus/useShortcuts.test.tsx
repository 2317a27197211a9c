import { act, render, screen } from '@testing-library/react'
import { useLayoutEffect, useState } from 'react'
import { expect, it } from 'vitest'
import { createShortcutStore, ShortcutContext, type ShortcutStore, useShortcuts } from './useShortcuts.ts'

const pressJ = (store: ShortcutStore) => store.handleKeyDown(new KeyboardEvent('keydown', { key: 'j' }))

/** Adds 1 on each `j`. */
function Steps({ store }: { store: ShortcutStore }) {
  const [at, setAt] = useState(0)
  useShortcuts([{ key: 'j', description: 'Next', run: () => setAt(at + 1) }])
  // As soon as the first step is rendered.
  useLayoutEffect(() => {
    if (at === 1) pressJ(store)
  }, [at, store])
  return <output>{at}</output>
}

it('uses the new state right after a render', () => {
  const store = createShortcutStore(() => true)
  render(
    <ShortcutContext value={store}>
      <Steps store={store} />
    </ShortcutContext>,
  )
  act(() => pressJ(store))
  expect(screen.getByRole('status').textContent).toBe('2')
})
