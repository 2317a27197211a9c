import { expect, type Page } from '@playwright/test'
import { pass, test } from './fixtures.ts'
import { statusLines } from './guard.ts'
import { minute } from './schoolClock.ts'
import { accountOf, allowAs, grid, signInAs } from './signInAs.ts'

const start = (page: Page) => page.getByRole('button', { name: /^Continue/ })
const notice = (page: Page) => page.getByRole('alert')
const keptState = (page: Page) => page.evaluate(() => sessionStorage.getItem('staffroom.sign-in'))

/** Goes to the authorize page and answers the state that was made for it. */
async function toAuthorize(page: Page, from = '/'): Promise<string> {
  await page.goto(from)
  await start(page).click()
  await expect(page.getByRole('button', { name: 'Sign in and allow' })).toBeVisible()
  return new URL(page.url()).searchParams.get('state') ?? ''
}

test('a teacher signs in the long way and stands in the timetable', async ({ page }) => {
  await page.goto('/')
  await expect(page).toHaveURL(/\/sign-in$/)
  await expect(page).toHaveTitle('Sign in · Staffroom')
  await expect(page.getByText('The classes you belong to')).toBeVisible()
  await start(page).click()
  await expect(page.getByText('Staffroom asks to act for you')).toBeVisible()
  await allowAs(page, 'albrecht')
  await expect(accountOf(page, 'albrecht')).toBeVisible()
  await expect(page).toHaveURL(/\/classes\/1\/timetable$/)
  await expect(grid(page)).toBeVisible()
  await expect(page).toHaveTitle(/^Timetable, week \d+ · 8b · Staffroom$/)
})

test('leaves nothing of the sign-in in address bar, history or storage', async ({ page }) => {
  const addresses: string[] = []
  page.on('framenavigated', frame => addresses.push(frame.url()))
  await signInAs(page)
  expect(new URL(page.url()).search).toBe('')
  expect(await keptState(page)).toBeNull()
  // No page of the app was ever loaded with the code in its address, so no history entry or Referer has it.
  await page.goBack()
  expect(page.url()).not.toContain('code=')
  expect(addresses.filter(address => /[?&]code=/.test(address))).toEqual([])
})

test('says what is missing, and that the password is wrong', { tag: '@node' }, async ({ page, guard }) => {
  guard.allow(statusLines(422))
  await toAuthorize(page)
  await page.getByRole('button', { name: 'Sign in and allow' }).click()
  await expect(page.getByText('Enter your login name.')).toBeVisible()
  await expect(page.getByText('Enter your password.')).toBeVisible()
  await page.getByLabel('Login name').fill('albrecht')
  await page.getByLabel('Password', { exact: true }).fill('not it')
  await page.getByRole('button', { name: 'Sign in and allow' }).click()
  await expect(notice(page)).toContainText('Incorrect login name or password')
  await expect(page.getByLabel('Login name')).toHaveValue('albrecht')
  await allowAs(page, 'albrecht')
  await expect(accountOf(page, 'albrecht')).toBeVisible()
})

test('declining is friendly and shares nothing', { tag: '@node' }, async ({ page }) => {
  await toAuthorize(page)
  await page.getByRole('button', { name: 'Decline' }).click()
  await expect(notice(page)).toContainText('You declined.')
  expect(await keptState(page)).toBeNull()
  await expect(start(page)).toBeVisible()
  await expect(page).toHaveURL(/\/sign-in\?notice=declined$/)
})

const worthless: Record<string, (state: string) => string> = {
  'another state': () => '?code=anything&state=not-the-one',
  'no state': () => '?code=anything',
  'a state given twice': state => `?code=anything&state=${state}&state=${state}`,
  'a code given twice': state => `?code=anything&code=other&state=${state}`,
  'a refusal with another state': () => '?error=access_denied&state=not-the-one',
  'nothing at all': () => '',
}
test('a worthless return is stopped before anything is exchanged', { tag: '@node' }, async ({ page }) => {
  const exchanges: string[] = []
  page.on('request', request => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === '/session') exchanges.push('POST')
  })
  for (const [name, query] of Object.entries(worthless)) {
    await test.step(name, async () => {
      const state = await toAuthorize(page)
      await page.goto(`/sign-in/callback${query(state)}`)
      await expect(notice(page)).toContainText('was not started here')
      expect(exchanges).toEqual([])
      expect(await keptState(page)).toBeNull()
      expect(page.url()).not.toContain('code=')
      await expect(start(page)).toBeVisible()
    })
  }
})

test('a return works once: opened again, and reached by the back button', { tag: '@node' }, async ({
  page,
  guard,
}) => {
  guard.allow(statusLines(400))
  const state = await toAuthorize(page)
  // A code of the right shape that the service never gave: the exchange is tried, once, and refused.
  const address = `/sign-in/callback?code=${'a'.repeat(43)}&state=${state}`
  await page.goto(address)
  await expect(notice(page)).toContainText('sign-in did not work')
  await page.goto(address)
  await expect(notice(page)).toContainText('was not started here')
  await page.goBack()
  await expect(start(page)).toBeVisible()
  expect(page.url()).not.toContain('code=')
})

test('a sign-in that took longer than ten minutes starts again', { tag: '@node' }, async ({
  page,
  context,
  host,
}) => {
  const state = await toAuthorize(page)
  await pass(context, host, 11 * minute)
  await page.goto(`/sign-in/callback?code=anything&state=${state}`)
  await expect(notice(page)).toContainText('longer than 10 minutes')
  await expect(start(page)).toBeVisible()
})

test('two tabs sign in at once, each by its own state', async ({ page, context }) => {
  const other = await context.newPage()
  const first = await toAuthorize(page)
  const second = await toAuthorize(other)
  expect(first).not.toBe(second)
  await allowAs(other, 'albrecht')
  await expect(accountOf(other, 'albrecht')).toBeVisible()
  await allowAs(page, 'albrecht')
  await expect(accountOf(page, 'albrecht')).toBeVisible()
  await expect(grid(other)).toBeVisible()
})

test('leads on to the address that was asked for', async ({ page }) => {
  await page.goto('/classes/1/timetable?view=day')
  await expect(page).toHaveURL(/\/sign-in\?to=/)
  await start(page).click()
  await allowAs(page, 'albrecht')
  await expect(page).toHaveURL(/\/classes\/1\/timetable\?view=day$/)
  await expect(page.getByRole('radio', { name: 'Day' })).toBeChecked()
})

const elsewhere = [
  '//evil.example/',
  '/\\evil.example/',
  'https://evil.example/',
  'javascript:alert(1)',
  '/%2f%2fevil.example',
  '/\t/evil.example',
  '/classes/../../evil',
]
test('a forged way back leads home, never away', { tag: '@node' }, async ({ page, host, guard }) => {
  // What a page still asks for while its cookie is taken from it.
  guard.allow(statusLines(401))
  for (const to of elsewhere) {
    await page.goto(`/sign-in?to=${encodeURIComponent(to)}`)
    await start(page).click()
    await allowAs(page, 'albrecht')
    await expect(accountOf(page, 'albrecht')).toBeVisible()
    await expect(page).toHaveURL(`${host.url}/classes/1/timetable`)
    await page.evaluate(() => sessionStorage.clear())
    await page.context().clearCookies()
  }
})
