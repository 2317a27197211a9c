import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { stubElementSizes } from '../../../testing/stubElementSizes.ts'
import { openCorrection } from '../../../testing/testDesk.tsx'

stubElementSizes()

const toolbar = () => within(screen.getByRole('toolbar'))
const tool = (name: string) => toolbar().getByRole('button', { name })
const isPressed = (name: string) => tool(name).getAttribute('aria-pressed') === 'true'
const fileTab = (name: string) =>
  within(screen.getByRole('navigation', { name: 'Files' })).getByRole('button', { name })
const isOpen = (name: string) => fileTab(name).getAttribute('aria-current') === 'true'

async function openPen(options?: Parameters<typeof openCorrection>[1]) {
  const opened = await openCorrection('mika', options)
  // Tools can be chosen as soon as the draft was read.
  await waitFor(() => expect(screen.getByRole('toolbar').querySelector('[aria-pressed]')).toBeTruthy())
  await waitFor(() => expect(toolbar().getAllByRole('button')[0]?.getAttribute('aria-disabled')).toBeNull())
  return opened
}

it('no tool is active before a key chooses it, and Escape puts it away', async () => {
  const { user } = await openPen()
  expect(screen.getByText('Nothing marked here yet. Choose a tool to begin.')).toBeTruthy()
  for (const name of ['Pen', 'Highlight', 'Tick', 'Cross', 'Text', 'Eraser'])
    expect(isPressed(name)).toBe(false)
  for (const [key, name] of Object.entries({ b: 'Pen', v: 'Tick', x: 'Cross', t: 'Text', e: 'Eraser' })) {
    await user.keyboard(key)
    expect(isPressed(name), name).toBe(true)
    expect(screen.getByText('Nothing marked here yet.')).toBeTruthy()
  }
  await user.keyboard('3')
  expect(isPressed('Blue')).toBe(true)
  await user.keyboard('{Escape}')
  expect(isPressed('Eraser')).toBe(false)
  await user.keyboard('m')
  expect(tool('Show marks')).toBeTruthy()
})

it('h shows the previous file, and chooses the highlighter while a tool is chosen', async () => {
  const { user } = await openPen()
  await user.keyboard('l')
  expect(isOpen('page2.jpg')).toBe(true)
  await user.keyboard('bh')
  expect(isPressed('Highlight')).toBe(true)
  expect(isOpen('page2.jpg')).toBe(true)
  await user.keyboard('{Escape}h')
  expect(isPressed('Highlight')).toBe(false)
  expect(isOpen('page1.jpg')).toBe(true)
})

it('undo and redo show hidden marks', async () => {
  const { user } = await openPen()
  for (const keys of ['{Control>}z{/Control}', '{Control>}{Shift>}z{/Shift}{/Control}']) {
    await user.keyboard('m')
    expect(tool('Show marks')).toBeTruthy()
    await user.keyboard(keys)
    expect(tool('Hide marks')).toBeTruthy()
  }
})

it('typed letters choose no tool', async () => {
  const { user, findText } = await openPen()
  await user.type(await findText(), 'bx')
  expect(isPressed('Pen')).toBe(false)
})

it('is translated to German, and needs no extension of the service', async () => {
  await openPen({ language: 'de', documentedOnly: true })
  expect(tool('Stift')).toBeTruthy()
  expect(screen.getByText('Hier ist noch nichts korrigiert. Zum Beginnen ein Werkzeug wählen.')).toBeTruthy()
})
