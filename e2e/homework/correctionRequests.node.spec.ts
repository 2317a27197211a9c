import { expect } from '@playwright/test'
import { waitUntilIdle } from '../../scripts/waitUntilIdle.ts'
import { correctionText, openPupilHeading, passUndoTime, readStoredCorrections } from '../support/desk.ts'
import { test } from '../support/fixtures.ts'
import { enterAs } from '../support/signInAs.ts'

test.use({ server: { crowd: true } })

const pupils = 30
const submissionRoute = '/api/v2/todos/:todo_id/submissions/:user_id'
const settingRoute = '/api/v2/me/settings'
const listRoute = '/api/v2/courses/:course_id/homeworks'
const contentRoute = '/api/v2/documents/:document_id/content'

test('correcting thirty pupils takes thirty writes, thirty reads, thirty lists, five other calls', async ({
  page,
  host,
  node,
}) => {
  test.setTimeout(300_000)
  const crowd = node.withSchool(database =>
    database.prepare("select id, course_id from homeworks where text like 'Project days%'").get(),
  )
  const homeworkId = Number(crowd?.id)
  const courseId = Number(crowd?.course_id)
  // Live updates would refetch the screen.
  await page.route('**/api/v2/events', route => route.fulfill({ status: 404 }))
  await enterAs(page, 'albrecht', `/classes/${courseId}/timetable`)
  await expect(page.getByRole('heading', { level: 1, name: 'Timetable' })).toBeVisible()
  await waitUntilIdle(page)
  const before = node.calls().length
  // Only the shell and its classes are loaded.
  await page.getByRole('link', { name: 'Homework' }).first().click()
  await page.getByRole('link', { name: /^Project days/ }).click()
  await expect(correctionText(page)).toBeEditable()
  for (let index = 0; index < pupils; index += 1) {
    const name = (await openPupilHeading(page).textContent()) ?? ''
    await correctionText(page).fill(`Report ${index + 1} is complete.`)
    await page.keyboard.press('Control+Enter')
    await expect(openPupilHeading(page)).not.toHaveText(name)
  }
  await passUndoTime(page, host)
  await expect
    .poll(() => readStoredCorrections(node, homeworkId).filter(({ corrections }) => corrections > 0).length)
    .toBe(pupils)
  const calls = node
    .calls()
    .slice(before)
    .filter(({ route }) => route.startsWith('/api/v2/'))
  const count = (method: string, route: string) =>
    calls.filter(call => call.method === method && call.route === route).length
  const writes = count('POST', submissionRoute)
  const reads = count('GET', submissionRoute)
  const unrelatedRoutes = [
    contentRoute,
    '/api/v2/todos/:todo_id/marking',
    '/api/v2/chats',
    '/api/v2/me',
    '/api/v2/me/courses/memberships',
    settingRoute,
    '/api/v2/courses/:course_id',
    listRoute,
  ]
  const otherRoutes = calls
    .map(({ route }) => route)
    .filter(route => route !== submissionRoute && !unrelatedRoutes.includes(route))
  expect({ writes, reads }).toEqual({ writes: pupils, reads: pupils })
  // The list has the numbers to mark. Without writes it is read when the screens open.
  expect(count('GET', listRoute)).toBeLessThanOrEqual(pupils + 2)
  expect(otherRoutes.length).toBeLessThanOrEqual(5)
  // Phrases are stored together.
  expect(count('POST', settingRoute)).toBeLessThanOrEqual(pupils / 3)
})
