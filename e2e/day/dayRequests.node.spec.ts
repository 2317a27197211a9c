import { expect, type Page } from '@playwright/test'
import { advanceClocks, test } from '../support/fixtures.ts'
import { statusErrors } from '../support/guard.ts'
import { enterAs } from '../support/signInAs.ts'

/** Records the paths of requests to the service. */
function recordPaths(page: Page): string[] {
  const paths: string[] = []
  page.on('request', request => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/v2/')) paths.push(pathname.replace('/api/v2', ''))
  })
  return paths
}

test('the day of a teacher opens with four requests', async ({ page }) => {
  const paths = recordPaths(page)
  await enterAs(page, 'albrecht', '/day')
  await expect(page.getByRole('link', { name: 'Homework 23 to mark' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Angles p. 17' })).toBeVisible()
  await expect.poll(() => paths).toContain('/events')
  // The stream of changes stays open, and settings belong to no screen.
  const ofScreen = paths.filter(path => path !== '/events' && path !== '/me/settings')
  expect(ofScreen.toSorted()).toEqual([
    '/chats',
    '/me/courses/memberships',
    '/me/homeworks',
    '/me/timetable/timeline',
  ])
})

test.describe('with a service of api.md', () => {
  test.use({ server: { args: ['--documented-only'] } })

  test('the day sends at most ten requests in the first minute', { tag: '@rest' }, async ({
    page,
    host,
    guard,
  }) => {
    // Chromium logs the 404 of each endpoint that api.md lacks.
    guard.allow(statusErrors(403, 404))
    await page.addInitScript(() => {
      localStorage.setItem('staffroom.person.1', JSON.stringify({ addedClasses: [1, 2, 3, 4, 5, 6, 7, 8] }))
    })
    const paths = recordPaths(page)
    const ofChats = () => paths.filter(path => path === '/chats').length
    await enterAs(page, 'albrecht', '/day')
    await expect(page.getByText(/^4 more classes are loaded in a minute/)).toBeVisible()
    await expect(page.getByText('Homework not loaded yet').first()).toBeVisible()
    await expect.poll(ofChats).toBeGreaterThan(0)
    await advanceClocks(page.context(), host, 50_000)
    await expect.poll(ofChats).toBeGreaterThan(1)
    expect(paths.length).toBeLessThanOrEqual(10)
    await advanceClocks(page.context(), host, 60_000)
    await expect(page.getByText(/more classes are loaded in a minute/)).toHaveCount(0)
    await expect.poll(() => paths).toContain('/courses/8/timetable/timeline')
  })
})
