import { test } from './fixtures.ts'
import { button, byRole, byText, link } from './targets.ts'

const week = byRole('table', /^Timetable of the week/)
const day = byRole('region', /^Wednesday 18 November/)

test('timetable', async ({ app, enterAs }) => {
  await enterAs('albrecht', '/classes/1/timetable')
  // Phones open the day.
  await app.expectVisible(app.isNarrow ? day : week)
  // The line of the current time. The journeys start at 09:12.
  if (!app.isNarrow) await app.expectVisible(byText(/^09:[1-5]\d$/, week))
  await app.click(button(/^Maths.*Note/, byRole('main')))
  const card = byRole('dialog', /^Maths, Wed 18 Nov, Period 2$/)
  await app.expectText(card, 'Bring set squares on Wednesdays.')
  await app.press('Escape')
  await app.expectGone(card)
  await app.click(app.isNarrow ? button('Day after') : button('Week after'))
  if (app.isNarrow) await app.expectVisible(byRole('region', /^Thursday 19 November/))
  else await app.expectVisible(byRole('columnheader', /^Mon 23/, week))
  await app.click(link(/^Homework/, byRole('navigation')))
  await app.expectVisible(byRole('heading', 'Homework'))
})
