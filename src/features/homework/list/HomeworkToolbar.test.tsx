import { act, fireEvent, screen } from '@testing-library/react'
import { IntlProvider } from 'use-intl'
import { afterEach, expect, it, vi } from 'vitest'
import { homework } from '../../../i18n/en/homework.ts'
import { render } from '../../../testing/render.tsx'
import { HomeworkToolbar } from './HomeworkToolbar.tsx'
import type { HomeworkAddress } from './useHomeworkAddress.ts'

afterEach(() => void vi.useRealTimers())

it('keeps typed text while the URL is updated', async () => {
  vi.useFakeTimers()
  const changes: string[] = []
  const toolbar = (find: string) => {
    const address: HomeworkAddress = { find, subject: undefined, sort: 'due', isPastExpanded: false }
    return (
      <IntlProvider locale="en" messages={{ homework }}>
        <HomeworkToolbar
          {...{ address, subjects: [], count: undefined, canSort: true, canSortByCorrections: false }}
          onChange={next => changes.push(next.find)}
        />
      </IntlProvider>
    )
  }
  const { rerender } = render(toolbar(''))
  const field = screen.getByRole<HTMLInputElement>('searchbox')
  const type = (value: string) => fireEvent.change(field, { target: { value } })
  const passDebounce = () => act(() => void vi.advanceTimersByTime(150))
  type('m')
  passDebounce()
  type('ma')
  rerender(toolbar('m'))
  expect(field.value).toBe('ma')
  passDebounce()
  rerender(toolbar('ma'))
  expect([field.value, changes]).toEqual(['ma', ['m', 'ma']])
  await act(async () => rerender(toolbar('')))
  expect(field.value).toBe('')
})

it('keeps an order chosen right after typing', () => {
  vi.useFakeTimers()
  const changes: HomeworkAddress[] = []
  const address: HomeworkAddress = { find: '', subject: undefined, sort: 'due', isPastExpanded: false }
  render(
    <IntlProvider locale="en" messages={{ homework }}>
      <HomeworkToolbar
        {...{ address, subjects: [], count: undefined, canSort: true, canSortByCorrections: false }}
        onChange={next => changes.push(next)}
      />
    </IntlProvider>,
  )
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'm' } })
  fireEvent.change(screen.getByRole('combobox', { name: 'Order' }), { target: { value: 'subject' } })
  act(() => void vi.advanceTimersByTime(150))
  expect(changes).toEqual([{ ...address, find: 'm', sort: 'subject' }])
})
