import { act, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { translatePage } from '../testing/translatePage.ts'
import { supportPageTranslation } from './pageTranslation.ts'

let cleanUp: (() => void)[] = []
beforeEach(() => {
  cleanUp = [supportPageTranslation()]
})
afterEach(() => {
  for (const end of cleanUp.reverse()) end()
})

let change: (step: number) => void
function Counter() {
  const [step, setStep] = useState(0)
  change = next => setStep(next)
  return (
    <p>
      Step {step} {step === 1 && <b>first</b>} of {step < 2 ? 'three' : ''} <i>steps</i>
      {step === 2 && ' and an end'}
    </p>
  )
}
const shown = () => document.querySelector('p')?.textContent?.replaceAll(/\s+/g, ' ').trim()

/** Waits until the translator has processed the last changes. */
const translated = () => act(async () => {})

it.each(['replaces', 'wraps'] as const)('shows updates while a translator %s each text', async how => {
  render(<Counter />)
  cleanUp.push(translatePage(document, how))
  await translated()
  expect(document.querySelectorAll('p > font').length).toBeGreaterThan(3)
  for (const [step, text] of [
    [1, 'Step 1 first of three steps'],
    [2, 'Step 2 of steps and an end'],
    [0, 'Step 0 of three steps'],
    [2, 'Step 2 of steps and an end'],
  ] as const) {
    act(() => change(step))
    await translated()
    expect(shown()).toBe(text)
  }
})

it('shows original texts after the translation is undone', async () => {
  render(<Counter />)
  const showOriginal = translatePage(document, 'replaces')
  await translated()
  act(() => change(1))
  await translated()
  showOriginal()
  await translated()
  expect(document.querySelector('font')).toBeNull()
  act(() => change(2))
  expect(shown()).toBe('Step 2 of steps and an end')
})

it('unmounts a translated page', async () => {
  const { unmount } = render(<Counter />)
  cleanUp.push(translatePage(document, 'replaces'))
  await translated()
  unmount()
  expect(screen.queryByText(/Step/)).toBeNull()
})
