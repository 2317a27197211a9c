import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { openSchool } from '../../src/server/openDatabase.ts'
import { registerApplication } from '../../src/service/auth/applications.ts'
import { advanceClocksUntil } from '../support/advanceClocksUntil.ts'
import { test as base } from '../support/fixtures.ts'
import { statusErrors } from '../support/guard.ts'
import type { NodeHost } from '../support/nodeHost.ts'
import { accountButton, allowOnAuthorizePage, grid, lesson, signInAs } from '../support/signInAs.ts'
import { createToken } from '../support/tokens.ts'

/** Another operator's service, and the app on its own server. */
type Elsewhere = { school: NodeHost; app: NodeHost }

const test = base.extend<{ documentedOnly: boolean; elsewhere: Elsewhere }>({
  documentedOnly: [false, { option: true }],
  elsewhere: async ({ startServer, documentedOnly, guard }, use) => {
    const school = await startServer({ documentedOnly })
    const clientId = 'staffroom-elsewhere'
    const secret = randomBytes(32).toString('base64url')
    const app = await startServer({
      template: undefined,
      clock: school.clock,
      env: {
        SERVICE_URL: school.url,
        CLIENT_ID: clientId,
        CLIENT_SECRET: secret,
      },
    })
    const redirectUrl = `${app.url}/sign-in/callback`
    const application = { clientId, name: 'Staffroom of another school', secret, redirectUrl }
    const database = await openSchool(join(school.dataDirectory, 'staffroom.sqlite'))
    await registerApplication(database, application, bytes => new Uint8Array(randomBytes(bytes)))
    await database.destroy()
    guard.allowOrigin(app.url)
    guard.allowOrigin(school.url)
    await use({ school, app })
  },
})

test('signs in at another operator’s service and signs out', { tag: '@main' }, async ({
  page,
  elsewhere: { school, app },
}) => {
  await page.goto(`${app.url}/classes/1/timetable`)
  await expect(page.getByText('These people are invented')).toHaveCount(0)
  await page.getByRole('button', { name: `Continue to ${new URL(school.url).host}` }).click()
  await expect(page).toHaveURL(new RegExp(`^${school.url}/auth/oauth2/authorize\\?`))
  await expect(
    page.getByText('Staffroom of another school would like to use your school account'),
  ).toBeVisible()
  await allowOnAuthorizePage(page, 'albrecht')
  await expect(page).toHaveURL(`${app.url}/classes/1/timetable`)
  await expect(accountButton(page, 'albrecht')).toBeVisible()
  await expect(lesson(page, /^French.*Cancelled/)).toBeVisible()
  await page.getByRole('button', { name: 'Week after' }).click()
  await expect(grid(page)).toBeVisible()
  expect(app.calls().some(call => call.route === '/api/v2/courses/:course_id/timetable/timeline')).toBe(true)
  expect(school.calls().filter(call => call.route === '/api/v2/oauth2/token')).toHaveLength(1)

  await accountButton(page, 'albrecht').click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('button', { name: /^Continue/ })).toBeVisible()
})

test('declining shows a notice', async ({ page, elsewhere: { app } }) => {
  await page.goto(`${app.url}/classes/1/timetable`)
  await page.getByRole('button', { name: /^Continue/ }).click()
  await page.getByRole('button', { name: 'Decline' }).click()
  await expect(page).toHaveURL(`${app.url}/sign-in?notice=declined`)
  await expect(page.getByRole('alert')).toContainText('You declined.')
})

test('an unreachable service keeps the session', async ({
  page,
  context,
  guard,
  elsewhere: { school, app },
}) => {
  guard.allow(statusErrors(502, 503))
  await page.goto(`${app.url}/classes/1/timetable`)
  await page.getByRole('button', { name: /^Continue/ }).click()
  await allowOnAuthorizePage(page, 'albrecht')
  await expect(grid(page)).toBeVisible()
  await school.pause()
  // Week 48 was prefetched with this week, week 49 was not. The error follows all retries.
  for (const week of [48, 49]) {
    await page.getByRole('button', { name: 'Week after' }).click()
    await expect(page.getByRole('heading', { level: 2, name: new RegExp(`week ${week}`) })).toBeVisible()
  }
  await advanceClocksUntil(context, school, () => page.getByRole('main').getByRole('alert').isVisible())
  await expect(accountButton(page, 'albrecht')).toBeVisible()
  await school.resume()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(grid(page)).toBeVisible()
})

test('a popup renews an ended session', async ({ page, context, guard, elsewhere: { school, app } }) => {
  guard.allow(statusErrors(401))
  await page.goto(`${app.url}/settings/tokens`)
  await page.getByRole('button', { name: /^Continue/ }).click()
  await allowOnAuthorizePage(page, 'albrecht')
  await createToken(page, 'Made before')
  await page.getByLabel('What is it for?').fill('Kept')
  school.withSchool(database => database.exec("update tokens set revoked_at = '2026-11-18T08:00:00.000Z'"))
  await page.getByRole('button', { name: 'Revoke Made before' }).click()
  const ended = page.getByRole('dialog', { name: 'You were signed out' })
  const opening = context.waitForEvent('page')
  await ended.getByRole('button', { name: 'Sign in again' }).click()
  const popup = await opening
  await allowOnAuthorizePage(popup, 'albrecht')
  await expect(ended).toHaveCount(0)
  await expect(page.getByLabel('What is it for?')).toHaveValue('Kept')
})

test.describe('documented endpoints only', () => {
  test.use({ documentedOnly: true })

  const enter = async (page: Page, app: NodeHost, login: 'albrecht' | 'sommer') => {
    await page.goto(`${app.url}/`)
    await page.getByRole('button', { name: /^Continue/ }).click()
    await allowOnAuthorizePage(page, login)
    await expect(accountButton(page, login)).toBeVisible()
  }
  const leave = async (page: Page, login: 'albrecht' | 'sommer') => {
    await accountButton(page, login).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await expect(page.getByRole('button', { name: /^Continue/ })).toBeVisible()
  }

  test('a class is added by number and remembered', async ({ page, guard, elsewhere: { app } }) => {
    guard.allow(statusErrors(404))
    await enter(page, app, 'albrecht')
    await expect(page.getByRole('heading', { name: 'Which class?' })).toBeVisible()
    await expect(page.getByText('does not say which classes are yours')).toBeVisible()
    const number = page.getByLabel('Number of the class')
    await number.fill('77')
    await number.press('Enter')
    await expect(
      page.getByText('There is no class no. 77 here, or you don’t have access to it.'),
    ).toBeVisible()
    await number.fill('1')
    await page.getByRole('button', { name: 'Add class' }).click()
    await expect(page).toHaveURL(`${app.url}/classes/1/timetable`)
    await expect(lesson(page, /^French.*Cancelled/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Class no. 1' })).toBeVisible()
    await expect(page).toHaveTitle(/ · 1 · Staffroom$/)
    await page.goto(`${app.url}/`)
    await expect(page).toHaveURL(`${app.url}/classes/1/timetable`)
    await expect(page.getByRole('link', { name: /^(?:My day|Access)$/ })).toHaveCount(0)

    await page.goto(`${app.url}/settings/tokens`)
    await expect(page.getByText('Your school’s service does not offer this.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Create token' })).toHaveCount(0)

    await leave(page, 'albrecht')
    await enter(page, app, 'sommer')
    await expect(page.getByRole('heading', { name: 'Which class?' })).toBeVisible()
    await leave(page, 'sommer')
    await enter(page, app, 'albrecht')
    await expect(page).toHaveURL(`${app.url}/classes/1/timetable`)
  })
})

test.describe('its own service with documented endpoints', () => {
  test.use({ server: { documentedOnly: true } })

  test('adds a class by number', async ({ page, guard }) => {
    guard.allow(statusErrors(404))
    await signInAs(page, 'sommer', '/')
    await page.getByLabel('Number of the class').fill('1')
    await page.getByRole('button', { name: 'Add class' }).click()
    await expect(grid(page)).toBeVisible()
    await page.getByRole('button', { name: 'Class no. 1' }).click()
    await expect(page.getByRole('menuitemradio', { name: /Class no\. 1.*added by you/ })).toBeVisible()
  })
})
