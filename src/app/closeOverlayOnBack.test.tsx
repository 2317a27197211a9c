import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { createBrowserRouter, Link, useNavigate } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, expect, it } from 'vitest'
import { Dialog } from '../ui/layout/Dialog.tsx'
import { FloatMenu } from '../ui/layout/FloatMenu.tsx'
import { MantineRoot } from '../ui/MantineRoot.tsx'
import { closeOverlayOnBack } from './closeOverlayOnBack.ts'

let stop: (() => void) | undefined
afterEach(() => stop?.())

function Page({ name }: { name: string }) {
  const [open, setOpen] = useState<readonly string[]>([])
  const navigate = useNavigate()
  const close = (closed: string) => setOpen(open.filter(overlay => overlay !== closed))
  return (
    <>
      <h1>{name}</h1>
      <Link to="/two">Go on</Link>
      <button type="button" onClick={() => setOpen(['menu'])}>
        Menu
      </button>
      <button type="button" onClick={() => setOpen(['dialog'])}>
        Dialog
      </button>
      {open.includes('menu') && (
        <FloatMenu
          label="Choices"
          anchor={() => document.body}
          close={() => close('menu')}
          position="top-end"
          width={200}
        >
          <span />
        </FloatMenu>
      )}
      {open.includes('dialog') && (
        <Dialog title="First" close={{ label: 'Close first', run: () => close('dialog') }}>
          <button type="button" onClick={() => setOpen(['dialog', 'second'])}>
            Another
          </button>
          <button type="button" onClick={() => navigate('?sorted', { replace: true })}>
            Sort
          </button>
          <Link to="/two">Leave</Link>
          <button type="button" onClick={() => setOpen(['dialog', 'menu'])}>
            Choose
          </button>
        </Dialog>
      )}
      {open.includes('second') && (
        <Dialog title="Second" close={{ label: 'Close second', run: () => close('second') }}>
          {null}
        </Dialog>
      )}
    </>
  )
}

async function openPages() {
  history.pushState(null, '', '/start')
  const { router, stop: stopClosing } = closeOverlayOnBack(() =>
    createBrowserRouter([
      { path: '/start', element: <Page key="start" name="Start" /> },
      { path: '/one', element: <Page key="one" name="One" /> },
      { path: '/two', element: <Page key="two" name="Two" /> },
    ]),
  )
  stop = () => {
    stopClosing()
    router.dispose()
  }
  render(
    <MantineRoot>
      <RouterProvider router={router} />
    </MantineRoot>,
  )
  await router.navigate('/one')
  expect(await screen.findByText('One')).toBeTruthy()
}
const click = async (name: string) => fireEvent.click(await screen.findByText(name))
const countOf = (role: string) => screen.queryAllByRole(role).length

it('Back closes a menu and then leads to the previous page', async () => {
  await openPages()
  await click('Menu')
  await waitFor(() => expect(countOf('menu')).toBe(1))
  history.back()
  await waitFor(() => expect(countOf('menu')).toBe(0))
  expect(screen.getByText('One')).toBeTruthy()
  history.back()
  expect(await screen.findByText('Start')).toBeTruthy()
})

it('Back closes the frontmost of two dialogs', async () => {
  await openPages()
  await click('Dialog')
  await click('Another')
  await waitFor(() => expect(countOf('dialog')).toBe(2))
  history.back()
  await waitFor(() => expect(countOf('dialog')).toBe(1))
  expect(screen.getByRole('dialog', { name: 'First' })).toBeTruthy()
  history.back()
  await waitFor(() => expect(countOf('dialog')).toBe(0))
  expect(screen.getByText('One')).toBeTruthy()
})

it('Back closes a menu over a dialog, and then the dialog', async () => {
  await openPages()
  await click('Dialog')
  await click('Choose')
  await waitFor(() => expect(countOf('menu')).toBe(1))
  history.back()
  await waitFor(() => expect(countOf('menu')).toBe(0))
  expect(countOf('dialog')).toBe(1)
  history.back()
  await waitFor(() => expect(countOf('dialog')).toBe(0))
  expect(screen.getByText('One')).toBeTruthy()
})

it('Back skips the entry of an overlay that was closed in another way', async () => {
  await openPages()
  await click('Dialog')
  fireEvent.click(await screen.findByRole('button', { name: 'Close first' }))
  history.back()
  expect(await screen.findByText('Start')).toBeTruthy()
})

it('Back returns from a page that was opened in a dialog', async () => {
  await openPages()
  await click('Dialog')
  await click('Leave')
  expect(await screen.findByText('Two')).toBeTruthy()
  history.back()
  expect(await screen.findByText('One')).toBeTruthy()
  history.back()
  expect(await screen.findByText('Start')).toBeTruthy()
})

it('Back keeps an address that was replaced while a dialog was open', async () => {
  await openPages()
  await click('Dialog')
  await click('Sort')
  await waitFor(() => expect(location.search).toBe('?sorted'))
  history.back()
  await waitFor(() => expect(countOf('dialog')).toBe(0))
  expect(location.search).toBe('?sorted')
  history.back()
  expect(await screen.findByText('Start')).toBeTruthy()
})

it('leaves entries that the router did not create to the router', async () => {
  await openPages()
  for (const name of ['Start', 'Two']) {
    history.pushState(null, '', `/${name.toLowerCase()}`)
    window.dispatchEvent(new PopStateEvent('popstate'))
    await screen.findByRole('heading', { name })
  }
})
