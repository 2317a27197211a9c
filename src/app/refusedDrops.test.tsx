import { createEvent, fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderApp } from '../testing/renderApp.tsx'
import { stubElementSizes } from '../testing/stubElementSizes.ts'

stubElementSizes()

const file = new File(['a'], 'a.pdf', { type: 'application/pdf' })

function dropOn(element: Element, types: string[]) {
  const dataTransfer = { types, files: [file], items: [], dropEffect: 'copy' }
  const over = createEvent.dragOver(element, { dataTransfer })
  const drop = createEvent.drop(element, { dataTransfer })
  fireEvent(element, over)
  fireEvent(element, drop)
  return { refused: over.defaultPrevented && drop.defaultPrevented, effect: dataTransfer.dropEffect }
}

it.each([
  { at: '/classes/1/timetable', heading: 'Timetable' },
  { at: '/classes/1/homework', heading: 'Homework' },
])('refuses a file dropped outside the drop zones of $at', async ({ at, heading }) => {
  await renderApp({ at, as: 'albrecht' })
  await screen.findByRole('heading', { name: heading, level: 1 })
  expect(dropOn(document.body, ['Files'])).toEqual({ refused: true, effect: 'none' })
  // Text may be dropped into a field.
  expect(dropOn(document.body, ['text/plain']).refused).toBe(false)
})

it('refuses a file dropped on the sign-in page', async () => {
  await renderApp()
  await screen.findByRole('button', { name: /^Continue/ })
  expect(dropOn(document.body, ['Files']).refused).toBe(true)
})
