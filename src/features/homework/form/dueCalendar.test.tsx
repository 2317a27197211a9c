import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { renderApp } from '../../../testing/renderApp.tsx'

it('marks past days and days without school', async () => {
  const { service } = await renderApp({ as: 'albrecht', at: '/classes/1/homework/new' })
  const form = await screen.findByRole('dialog', { name: 'New homework' })
  const holiday = '2027-03-16'
  await service.db
    .insertInto('holidays')
    .values({ school_id: 1, date: holiday, name: 'Staff training' })
    .execute()
  await userEvent.click(await within(form).findByRole('button', { name: 'Open the calendar' }))
  const calendar = await screen.findByRole('dialog', { name: 'Open the calendar' })
  const day = (name: string) => within(calendar).findByRole('button', { name })
  await day('17 November 2026, past')
  await day('21 November 2026, no school')
  await day('19 November 2026')
  for (let month = 0; month < 4; month += 1) {
    await userEvent.click(within(calendar).getByRole('button', { name: 'Next month' }))
  }
  await day('15 March 2027')
  await userEvent.click(await day('16 March 2027, no school'))
  await waitFor(() =>
    expect(within(form).getByText(/Tuesday 16 March 2027\. There is no school/)).toBeTruthy(),
  )

  await userEvent.selectOptions(within(form).getByRole('combobox', { name: 'Subject' }), 'Maths')
  await within(form).findByText('There is no school on Tue 16 Mar.')
  await userEvent.click(within(form).getByRole('button', { name: /^Move to Wed 17 Mar, period/ }))
  await within(form).findByText('Wednesday 17 March 2027')
  expect(within(form).queryByText(/There is no school/)).toBeNull()
})
