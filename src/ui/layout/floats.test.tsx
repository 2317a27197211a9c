import { Menu } from '@mantine/core'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, it, vi } from 'vitest'
import { render } from '../../testing/render.tsx'
import { MantineRoot } from '../MantineRoot.tsx'
import { Dialog } from './Dialog.tsx'
import { Drawer } from './Drawer.tsx'
import { FloatMenu } from './FloatMenu.tsx'

const given = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean | undefined }
const before = given.IS_REACT_ACT_ENVIRONMENT
afterEach(() => {
  given.IS_REACT_ACT_ENVIRONMENT = before
})

it('FloatMenu closes on a press right after render', async () => {
  // `act` would run all effects before a user can press.
  given.IS_REACT_ACT_ENVIRONMENT = false
  const around = document.body.appendChild(document.createElement('div'))
  const button = document.body.appendChild(document.createElement('button'))
  const root = createRoot(around)
  const close = vi.fn()
  const came = new Promise<void>(resolve => {
    new MutationObserver(() => {
      if (around.textContent?.includes('Actions for a file')) resolve()
    }).observe(around, { childList: true, subtree: true })
  })
  root.render(
    <MantineRoot>
      <FloatMenu
        label="Actions for a file"
        anchor={() => button}
        close={close}
        position="bottom-end"
        width={200}
      >
        <Menu.Item>Download</Menu.Item>
      </FloatMenu>
    </MantineRoot>,
  )
  await came
  document.body.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }))
  await expect.poll(() => close).toHaveBeenCalled()
  root.unmount()
  around.remove()
  button.remove()
})

const menuOfTwo = (close: () => void) => (
  <FloatMenu label="Actions for a file" anchor={() => null} close={close} position="bottom-end" width={200}>
    <Menu.Item>Download</Menu.Item>
    <Menu.Item>Delete</Menu.Item>
  </FloatMenu>
)

it('FloatMenu keeps a focus moved right after render', async () => {
  const pressEnd = ({ target }: FocusEvent) => {
    target?.dispatchEvent(new KeyboardEvent('keydown', { key: 'End', bubbles: true, cancelable: true }))
  }
  document.addEventListener('focusin', pressEnd, { once: true })
  render(menuOfTwo(vi.fn()))
  const last = screen.getByRole('menuitem', { name: 'Delete' })
  await expect.poll(() => document.activeElement).toBe(last)
  await new Promise(resolve => setTimeout(resolve, 0))
  expect(document.activeElement).toBe(last)
})

it('FloatMenu closes on Tab', async () => {
  const close = vi.fn()
  render(menuOfTwo(close))
  await expect.poll(() => document.activeElement?.textContent).toBe('Download')
  await userEvent.keyboard('{Tab}')
  expect(close).toHaveBeenCalledOnce()
})

it('Escape closes only the topmost dialog', async () => {
  const [closeDrawer, closeDialog] = [vi.fn(), vi.fn()]
  render(
    <Drawer title="Access" close={{ label: 'Close', run: closeDrawer }}>
      <Dialog title="Remove them?" close={{ label: 'Close', run: closeDialog }}>
        Several people lose their access.
      </Dialog>
    </Drawer>,
  )
  await userEvent.keyboard('{Escape}')
  expect(closeDialog).toHaveBeenCalledOnce()
  expect(closeDrawer).not.toHaveBeenCalled()
})
