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

it('runs a sequence of two keys, unless the second key comes late', () => {
  const store = createShortcutStore(() => true)
  const pressed: string[] = []
  const shortcut = (key: string) => ({ key, description: key, run: () => pressed.push(key) })
  store.add('app', () => ['g d', 'g t'].map(shortcut))
  store.add('screen', () => ['d', 'x'].map(shortcut))
  const press = (key: string, at: number) => {
    const event = new KeyboardEvent('keydown', { key })
    Object.defineProperty(event, 'timeStamp', { value: at })
    store.handleKeyDown(event)
  }
  press('g', 1000)
  press('d', 1500)
  expect(pressed).toEqual(['g d'])
  press('d', 1600)
  expect(pressed).toEqual(['g d', 'd'])
  press('g', 5000)
  press('t', 9000)
  press('t', 9001)
  expect(pressed).toEqual(['g d', 'd'])
  press('g', 10_000)
  press('x', 10_100)
  press('t', 10_200)
  expect(pressed).toEqual(['g d', 'd', 'x'])
})

it('runs shortcuts while a radio button is focused, except its own keys', () => {
  const store = createShortcutStore(() => true)
  const pressed: string[] = []
  store.add('screen', () =>
    ['t', 'ArrowRight', ' '].map(key => ({ key, description: key, run: () => pressed.push(key) })),
  )
  const press = (type: string) => {
    const field = document.createElement('input')
    field.type = type
    field.addEventListener('keydown', event => store.handleKeyDown(event))
    for (const key of ['t', 'ArrowRight', ' ']) field.dispatchEvent(new KeyboardEvent('keydown', { key }))
    return pressed.splice(0)
  }
  expect(press('radio')).toEqual(['t'])
  expect(press('text')).toEqual([])
})
