import { expect, type Page } from '@playwright/test'
import { advanceClocks, test } from '../support/fixtures.ts'
import { statusErrors } from '../support/guard.ts'
import { minute } from '../support/schoolClock.ts'
import { accountButton, allowOnAuthorizePage, passwordButton as start } from '../support/signInAs.ts'

const notice = (page: Page) => page.getByRole('alert')
const storedState = (page: Page) => page.evaluate(() => sessionStorage.getItem('staffroom.sign-in'))

/** Opens the authorize page. Returns the state. */
async function openAuthorizePage(page: Page, from = '/'): Promise<string> {
  await page.goto(from)
  await start(page).click()
  await expect(page.getByRole('button', { name: 'Sign in and allow' })).toBeVisible()
  return new URL(page.url()).searchParams.get('state') ?? ''
}

/** Opens a forged return address and signs in at My day. */
async function expectHome(page: Page, url: string, to: string): Promise<void> {
  await page.goto(`/sign-in?to=${encodeURIComponent(to)}`)
  await start(page).click()
  await allowOnAuthorizePage(page, 'albrecht')
  await expect(accountButton(page, 'albrecht')).toBeVisible()
  await expect(page).toHaveURL(`${url}/day`)
}

test('missing fields, declining, and a sign-in without a trace', { tag: '@main' }, async ({
  page,
  guard,
}) => {
  guard.allow(statusErrors(422))
  const addresses: string[] = []
  page.on('framenavigated', frame => addresses.push(frame.url()))
  await page.goto('/')
  await expect(page).toHaveURL(/\/sign-in$/)
  await expect(page).toHaveTitle('Sign in · Staffroom')
  await start(page).click()
  await expect(page.getByText('Staffroom would like to use your school account')).toBeVisible()
  await expect(page.getByText('The classes you belong to')).toBeVisible()

  await test.step('missing fields and a wrong password are named', async () => {
    await page.getByRole('button', { name: 'Sign in and allow' }).click()
    await expect(page.getByText('Enter your login name.')).toBeVisible()
    await expect(page.getByText('Enter your password.')).toBeVisible()
    await page.getByLabel('Login name').fill('albrecht')
    await page.getByLabel('Password', { exact: true }).fill('not it')
    await page.getByRole('button', { name: 'Sign in and allow' }).click()
    await expect(notice(page)).toContainText('Incorrect login name or password')
    await expect(page.getByLabel('Login name')).toHaveValue('albrecht')
  })
  await test.step('declining shows a notice and stores nothing', async () => {
    await page.getByRole('button', { name: 'Decline' }).click()
    await expect(notice(page)).toContainText('You declined.')
    expect(await storedState(page)).toBeNull()
    await expect(start(page)).toBeVisible()
    await expect(page).toHaveURL(/\/sign-in\?notice=declined$/)
  })
  await test.step('the sign-in opens the day', async () => {
    await start(page).click()
    await allowOnAuthorizePage(page, 'albrecht')
    await expect(accountButton(page, 'albrecht')).toBeVisible()
    await expect(page).toHaveURL(/\/day$/)
    await expect(page.getByRole('heading', { level: 1, name: 'My day' })).toBeVisible()
    await expect(page).toHaveTitle(/My day · Staffroom$/)
  })
  await test.step('URL, history and storage have no code', async () => {
    expect(new URL(page.url()).search).toBe('')
    expect(await storedState(page)).toBeNull()
    // No page had the code in its URL, so no history entry or Referer has it.
    await page.goBack()
    expect(page.url()).not.toContain('code=')
    expect(addresses.filter(address => /[?&]code=/.test(address))).toEqual([])
  })
})

function countExchanges(page: Page): () => number {
  let count = 0
  page.on('request', request => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === '/session') count += 1
  })
  return () => count
}

/** Opens the callback with an invalid query, and expects a notice without an exchange. */
async function expectNotExchanged(page: Page, exchanges: () => number, query: (state: string) => string) {
  const state = await openAuthorizePage(page)
  await page.goto(`/sign-in/callback${query(state)}`)
  await expect(notice(page)).toContainText('was not started here')
  expect(exchanges()).toBe(0)
  expect(await storedState(page)).toBeNull()
  expect(page.url()).not.toContain('code=')
  await expect(start(page)).toBeVisible()
}

test('invalid returns are refused; return URLs stay in the app', { tag: '@main' }, async ({
  page,
  host,
  guard,
}) => {
  guard.allow(statusErrors(400, 401))
  await test.step('a return with another state', () =>
    expectNotExchanged(page, countExchanges(page), () => '?code=anything&state=not-the-one'))
  await test.step('a return works once, also by Back', async () => {
    const state = await openAuthorizePage(page)
    // Well-formed, but not issued by the service.
    const address = `/sign-in/callback?code=${'a'.repeat(43)}&state=${state}`
    await page.goto(address)
    await expect(notice(page)).toContainText('sign-in did not work')
    await page.goto(address)
    await expect(notice(page)).toContainText('was not started here')
    await page.goBack()
    await expect(start(page)).toBeVisible()
    expect(page.url()).not.toContain('code=')
  })
  await test.step('opens the requested URL', async () => {
    await page.goto('/classes/1/timetable?view=day')
    await expect(page).toHaveURL(/\/sign-in\?to=/)
    await start(page).click()
    await allowOnAuthorizePage(page, 'albrecht')
    await expect(page).toHaveURL(/\/classes\/1\/timetable\?view=day$/)
    await expect(page.getByRole('radio', { name: 'Day' })).toBeChecked()
  })
  await test.step('a forged return address opens the day', async () => {
    await page.evaluate(() => sessionStorage.clear())
    await page.context().clearCookies()
    await expectHome(page, host.url, '//evil.example/')
  })
})

const invalid: Record<string, (state: string) => string> = {
  'no state': () => '?code=anything',
  'a state given twice': state => `?code=anything&state=${state}&state=${state}`,
  'a code given twice': state => `?code=anything&code=other&state=${state}`,
  'a refusal with another state': () => '?error=access_denied&state=not-the-one',
  'nothing at all': () => '',
}
test('invalid returns are refused before the exchange', async ({ page }) => {
  const exchanges = countExchanges(page)
  for (const [name, query] of Object.entries(invalid)) {
    await test.step(name, () => expectNotExchanged(page, exchanges, query))
  }
})

test('a sign-in above ten minutes is refused', async ({ page, context, host }) => {
  const state = await openAuthorizePage(page)
  await advanceClocks(context, host, 11 * minute)
  await page.goto(`/sign-in/callback?code=anything&state=${state}`)
  await expect(notice(page)).toContainText('longer than 10 minutes')
  await expect(start(page)).toBeVisible()
})

test('two tabs sign in with separate states', async ({ page, context }) => {
  const other = await context.newPage()
  const first = await openAuthorizePage(page)
  const second = await openAuthorizePage(other)
  expect(first).not.toBe(second)
  await allowOnAuthorizePage(other, 'albrecht')
  await expect(accountButton(other, 'albrecht')).toBeVisible()
  await allowOnAuthorizePage(page, 'albrecht')
  await expect(accountButton(page, 'albrecht')).toBeVisible()
  await expect(other).toHaveURL(/\/day$/)
})

const forged = [
  '/\\evil.example/',
  'https://evil.example/',
  'javascript:alert(1)',
  '/%2f%2fevil.example',
  '/\t/evil.example',
  '/classes/../../evil',
]
test('forged return addresses open the timetable', async ({ page, host, guard }) => {
  // The page may still send requests after its cookie is removed.
  guard.allow(statusErrors(401))
  for (const to of forged) {
    await expectHome(page, host.url, to)
    await page.evaluate(() => sessionStorage.clear())
    await page.context().clearCookies()
  }
})
