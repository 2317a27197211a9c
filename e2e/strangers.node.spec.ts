import { randomBytes } from 'node:crypto'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { openSchool } from '../src/server/openDatabase.ts'
import { registerApplication } from '../src/service/applications.ts'
import { test as base } from './fixtures.ts'
import { statusLines } from './guard.ts'
import type { NodeHost } from './nodeHost.ts'
import { accountOf, allowAs } from './signInAs.ts'
import { type StrangeService, startStrangeService } from './strangeService.ts'

type Strangers = { school: NodeHost; strange: StrangeService; app: NodeHost }

/** The app before a service that somebody else wrote. Two of its files lie on another host. */
const test = base.extend<{ strangers: Strangers }>({
  strangers: async ({ startServer, guard }, use) => {
    const port = String(await freePort())
    const school = await startServer({})
    const application = {
      clientId: 'staffroom-before-strangers',
      name: 'Staffroom',
      secret: randomBytes(32).toString('base64url'),
      redirectUrl: `http://localhost:${port}/sign-in/callback`,
    }
    const database = await openSchool(join(school.dataDirectory, 'staffroom.sqlite'))
    await registerApplication(database, application, bytes => new Uint8Array(randomBytes(bytes)))
    await database.destroy()
    const strange = await startStrangeService(school.url, /^(?:packing list\.txt|points-term-1\.csv)$/)
    const app = await startServer({
      template: undefined,
      clock: school.clock,
      env: {
        PORT: port,
        SERVICE_URL: strange.url,
        CLIENT_ID: application.clientId,
        CLIENT_SECRET: application.secret,
      },
    })
    for (const { url } of [school, app, strange]) guard.allowOrigin(url)
    guard.allow(statusLines(404))
    await use({ school, strange, app })
    await strange.stop()
  },
})

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise(resolve => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('This machine gives out no ports.')
  return address.port
}

async function enter(page: Page, { app }: Strangers, login: 'albrecht' | 'tanaka' = 'albrecht', to = '/') {
  await page.goto(app.url)
  await page.getByRole('button', { name: /^Continue to / }).click()
  await allowAs(page, login)
  await expect(accountOf(page, login)).toBeVisible()
  if (to !== '/') await page.goto(app.url + to)
}

test.use({ baseURL: async ({ strangers }, use) => use(strangers.app.url) })

test('a pupil hands in where their own submission is not shown', async ({ page, strangers }) => {
  const { strange, school } = strangers
  await enter(page, strangers, 'tanaka', '/classes/1/homework/7')
  await expect(page.getByText('does not show here what you handed in before')).toBeVisible()
  await page.getByLabel('Comment').fill('Number 4 was hard.')
  await page.getByRole('button', { name: 'Hand in', exact: true }).click()
  await expect(page.getByText(/^Handed in /).first()).toBeVisible()
  expect(
    school.withSchool(database =>
      database
        .prepare("select comment from submissions where todo_id = 7 and comment = 'Number 4 was hard.'")
        .all(),
    ),
  ).toHaveLength(1)
  expect(strange.written.filter(({ call }) => call === 'POST /api/v2/todos/7/submissions')).toHaveLength(1)
})
