import { act, fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { IntlProvider } from 'use-intl'
import { expect, it, vi } from 'vitest'
import { render } from '../../testing/render.tsx'
import { Dialog } from '../layout/Dialog.tsx'
import { DateField } from './DateField.tsx'

const labels = {
  open: 'Open the calendar',
  previous: 'Previous month',
  next: 'Next month',
  past: 'past',
  closed: 'no school',
}

function Field({ start = '', set = () => {} }: { start?: string; set?: (value: string) => void }) {
  const [value, setValue] = useState(start)
  const onChange = (next: string) => {
    setValue(next)
    set(next)
  }
  return <DateField label="Due" error={undefined} today="2026-11-18" {...{ value, labels, onChange }} />
}

const show = (language: string, start = '') => {
  const set = vi.fn()
  render(
    <IntlProvider locale={language}>
      <Field start={start} set={set} />
    </IntlProvider>,
  )
  return { set, field: screen.getByRole('textbox', { name: 'Due' }) }
}

it.each([
  ['de', '04.12.2026'],
  ['en', '04/12/2026'],
])('formats a typed date in %s as %s', async (language, written) => {
  const { set, field } = show(language)
  await userEvent.type(field, '4.12.')
  expect(field).toHaveProperty('value', '4.12.')
  expect(set).toHaveBeenLastCalledWith('2026-12-04')
  await userEvent.tab()
  expect(field).toHaveProperty('value', written)
})

it('keeps and passes on an invalid typed date', async () => {
  const { set, field } = show('en', '2026-12-04')
  await userEvent.clear(field)
  await userEvent.type(field, '31.2.2027')
  await userEvent.tab()
  expect(set).toHaveBeenLastCalledWith('31.2.2027')
  expect(field).toHaveProperty('value', '31.2.2027')
})

it('opens a translated calendar, and returns the focus', async () => {
  const { set, field } = show('de', '2026-11-20')
  const open = screen.getByRole('button', { name: 'Open the calendar' })
  await userEvent.click(open)
  const calendar = await screen.findByRole('dialog', { name: 'Open the calendar' })
  expect(within(calendar).getAllByRole('columnheader').at(0)?.textContent).toBe('Mo')
  within(calendar).getByText('November 2026')
  expect(within(calendar).getByRole('button', { name: '20. November 2026' }).dataset.selected).toBe('true')
  const today = within(calendar).getByRole('button', { name: '18. November 2026' })
  expect(today.getAttribute('aria-current')).toBe('date')
  expect(today.getAttribute('aria-pressed')).toBe('false')
  await userEvent.click(within(calendar).getByRole('button', { name: 'Next month' }))
  await userEvent.click(within(calendar).getByRole('button', { name: '4. Dezember 2026' }))
  expect(set).toHaveBeenLastCalledWith('2026-12-04')
  expect(field).toHaveProperty('value', '04.12.2026')
  expect(screen.queryByRole('dialog')).toBeNull()
  await expect.poll(() => document.activeElement).toBe(open)
})

it('marks days in their names, and names the month', async () => {
  const onMonthChange = vi.fn()
  const getMark = (day: string) => (day < '2026-11-18' ? 'past' : day === '2026-11-21' ? 'closed' : undefined)
  render(
    <IntlProvider locale="en">
      <DateField
        label="Due"
        error={undefined}
        value="2026-11-20"
        today="2026-11-18"
        {...{ labels, getMark, onMonthChange }}
        onChange={() => undefined}
      />
    </IntlProvider>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Open the calendar' }))
  const calendar = await screen.findByRole('dialog', { name: 'Open the calendar' })
  const markOn = (name: string) => within(calendar).getByRole('button', { name }).dataset.mark
  expect(markOn('17 November 2026, past')).toBe('past')
  expect(markOn('18 November 2026')).toBeUndefined()
  expect(markOn('21 November 2026, no school')).toBe('closed')
  within(calendar).getByText('past')
  within(calendar).getByText('no school')
  await userEvent.click(within(calendar).getByRole('button', { name: 'Next month' }))
  expect(onMonthChange.mock.calls).toEqual([['2026-11-01'], ['2026-12-01']])
})

const showInForm = () => {
  const close = vi.fn()
  render(
    <IntlProvider locale="en">
      <Dialog title="Form" close={{ label: 'Close', run: close }}>
        <Field />
      </Dialog>
    </IntlProvider>,
  )
  return { open: screen.getByRole('button', { name: 'Open the calendar' }), close }
}

it('closes only the calendar on Escape', async () => {
  const { open, close } = showInForm()
  await userEvent.click(open)
  const calendar = await screen.findByRole('dialog', { name: 'Open the calendar' })
  await expect.poll(() => calendar.contains(document.activeElement)).toBe(true)
  // A click on an unfocusable element focuses the calendar.
  await userEvent.click(within(calendar).getByText('November 2026'))
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('dialog', { name: 'Open the calendar' })).toBeNull()
  expect(close).not.toHaveBeenCalled()
})

it('closes the calendar on Escape before it has focus', async () => {
  const { open, close } = showInForm()
  act(() => void fireEvent.click(open))
  screen.getByRole('dialog', { name: 'Open the calendar' })
  fireEvent.keyDown(open, { key: 'Escape' })
  await expect.poll(() => screen.queryByRole('dialog', { name: 'Open the calendar' })).toBeNull()
  expect(close).not.toHaveBeenCalled()
  fireEvent.keyDown(open, { key: 'Escape' })
  expect(close).toHaveBeenCalledOnce()
})
