import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { createMemoryRouter, useRouteError } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { IntlProvider } from 'use-intl'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { en } from '../../i18n/en.ts'
import { addCommon, texts } from '../../i18n/texts.ts'
import { render } from '../../testing/render.tsx'
import { lazyComponent } from './lazyComponent.tsx'

let online = true
beforeEach(async () => {
  online = true
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => online)
  await texts.setLanguage('en')
})
afterEach(() => vi.restoreAllMocks())

type CardProps = { title: string; close: () => void }
const Card = ({ title }: CardProps) => <p>{title}</p>

/** A card whose code loads only while online, and its number of loads. */
function createLazyCard() {
  const onImport = vi.fn()
  const LateCard = lazyComponent(async () => {
    onImport()
    if (!online) throw new TypeError('Failed to fetch dynamically imported module')
    return Card
  })
  return { LateCard, onImport }
}

function Opener({ children }: { children: (close: () => void) => ReactNode }) {
  const [open, setOpen] = useState(true)
  return (
    <main>
      <p>The screen</p>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {open && children(() => setOpen(false))}
    </main>
  )
}

const options = {
  onCaughtError: () => undefined,
  wrapper: ({ children }: { children: ReactNode }) => (
    <IntlProvider locale="en" messages={addCommon(en, en.first)}>
      {children}
    </IntlProvider>
  ),
}

it('shows the fallback until its code is loaded', async () => {
  const { LateCard } = createLazyCard()
  render(<LateCard fallback={<i>coming</i>} title="Here" close={() => undefined} />)
  expect(screen.getByText('coming')).toBeTruthy()
  await screen.findByText('Here')
})

it('shows an error offline, and loads when online again', async () => {
  const { LateCard } = createLazyCard()
  online = false
  await LateCard.preload()
  render(<Opener>{close => <LateCard title="Here" close={close} />}</Opener>, options)
  expect((await screen.findByRole('alert')).textContent).toContain(en.first.errors.partOffline)
  expect(screen.getByText('The screen')).toBeTruthy()
  online = true
  act(() => void dispatchEvent(new Event('online')))
  await screen.findByText('Here')
  expect(screen.queryByRole('alert')).toBeNull()
})

it('does not open after a press elsewhere or Escape', async () => {
  for (const turnAway of [
    () => fireEvent.pointerDown(document.body),
    () => fireEvent.keyDown(document.body, { key: 'Escape' }),
  ]) {
    let come = (_: typeof Card) => {}
    const LateCard = lazyComponent(() => new Promise<typeof Card>(resolve => (come = resolve)))
    const { unmount } = render(<Opener>{close => <LateCard title="Here" close={close} />}</Opener>, options)
    turnAway()
    await act(async () => come(Card))
    expect(screen.queryByText('Here')).toBeNull()
    unmount()
  }
})

it('can be retried and reopened after a failure', async () => {
  const { LateCard, onImport } = createLazyCard()
  online = false
  render(<Opener>{close => <LateCard title="Here" close={close} />}</Opener>, options)
  fireEvent.click(await screen.findByRole('button', { name: en.first.common.tryAgain }))
  // Each attempt tries twice.
  await waitFor(() => expect(onImport).toHaveBeenCalledTimes(4))
  fireEvent.click(await screen.findByRole('button', { name: en.first.common.close }))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  online = true
  fireEvent.click(screen.getByRole('button', { name: 'Open' }))
  await screen.findByText('Here')
})

it('repeats a failed first request', async () => {
  let failures = 1
  const LateCard = lazyComponent(async () => {
    if (failures-- > 0) throw new TypeError('Failed to fetch dynamically imported module')
    return Card
  })
  render(<Opener>{close => <LateCard title="Here" close={close} />}</Opener>, options)
  await waitFor(() => expect(screen.queryByText('Here') ?? screen.queryByRole('alert')).not.toBeNull())
  expect(screen.queryByRole('alert')).toBeNull()
})

it('asks for a reload if a deploy removed its code', async () => {
  const Gone = lazyComponent<CardProps>(() => Promise.reject(new TypeError('gone')))
  render(<Gone title="Here" close={() => undefined} />, options)
  expect((await screen.findByRole('alert')).textContent).toContain(en.first.errors.chunkLead)
  expect(screen.getByRole('button', { name: en.first.errors.reload })).toBeTruthy()
})

it('passes other errors to the screen’s error boundary', async () => {
  const Broken = lazyComponent(async () => () => {
    throw new RangeError('a bug')
  })
  const router = createMemoryRouter([{ path: '/', element: <Broken />, ErrorBoundary: ErrorName }])
  vi.spyOn(console, 'error').mockReturnValue()
  render(<RouterProvider router={router} />, options)
  await screen.findByText('RangeError')
})

function ErrorName() {
  const error = useRouteError()
  return <p>{error instanceof Error && error.name}</p>
}
