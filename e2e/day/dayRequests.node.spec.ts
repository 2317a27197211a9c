import { expect, type Page } from '@playwright/test'
import { test } from '../support/fixtures.ts'
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
  await expect(page.getByRole('link', { name: 'Homework 23 to mark in 8b' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Angles p. 17' }).first()).toBeVisible()
  await expect.poll(() => paths).toContain('/events')
  // The stream of changes stays open, and settings belong to no screen.
  const ofScreen = paths.filter(path => path !== '/events' && path !== '/me/settings')
  // Once it is open, the page refetches, in case it missed a change.
  expect([...new Set(ofScreen)].toSorted()).toEqual([
    '/chats',
    '/me/courses/memberships',
    '/me/homeworks',
    '/me/timetable/timeline',
  ])
})
