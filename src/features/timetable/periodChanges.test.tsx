import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { renderApp } from '../../testing/renderApp.tsx'
import { day, english, hour, hours, maths } from '../../testing/sampleDays.ts'

const entry = {
  vp_datum: '2026-11-18',
  vp_stunde: '4',
  vp_abs_lehrer: 'Albrecht',
  vp_vertr_lehrer: 'Vogel',
}
const wednesday = day('2026-11-18', [hour(1, english), hours(3, 4, maths)], { representations: [entry] })

it('shows one changed period of a double period', async () => {
  await renderApp({
    as: 'albrecht',
    at: '/classes/1/timetable',
    respond: ({ url }) => (url.includes('/timetable/timeline') ? Response.json([wednesday]) : undefined),
  })
  const lesson = { name: /^Maths .*Albrecht .*Period 4: Substitute: Vogel/ }
  await userEvent.click(await screen.findByRole('button', lesson))
  within(await screen.findByRole('dialog', { name: /Maths/ })).getByText('Period 4: Substitute: Vogel')
  expect(screen.queryByRole('list', { name: 'Also on this day' })).toBeNull()
  await userEvent.keyboard('{Escape}d')
  await screen.findByRole('button', lesson)
})
