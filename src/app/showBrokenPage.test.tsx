import { useLayoutEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it, onTestFinished, vi } from 'vitest'
import { texts } from '../i18n/texts.ts'
import { showBrokenPage } from './showBrokenPage.ts'

let fail: () => void
function Fails() {
  const [fails, setFails] = useState(false)
  fail = () => setFails(true)
  useLayoutEffect(() => {
    if (fails) throw new Error('while committing')
  }, [fails])
  return <p>Before</p>
}

it('shows a reload button when React removes the app', async () => {
  await texts.setLanguage('en')
  const container = document.body.appendChild(document.createElement('div'))
  onTestFinished(() => container.remove())
  const failed = Promise.withResolvers<unknown>()
  // `act` would throw the error.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  onTestFinished(() => void vi.unstubAllGlobals())
  createRoot(container, { onUncaughtError: failed.resolve }).render(<Fails />)
  await vi.waitFor(() => expect(container.textContent).toBe('Before'))
  fail()
  expect(await failed.promise).toEqual(new Error('while committing'))
  await vi.waitFor(() => expect(container.textContent).toBe(''))
  showBrokenPage(container)
  expect(container.getAttribute('role')).toBe('alert')
  expect(container.querySelector('h1')?.textContent).toBe('Something went wrong in the app.')
  expect(container.querySelector('p')?.textContent).toContain('saved as a draft')
  expect(document.activeElement?.textContent).toBe('Reload')
})
