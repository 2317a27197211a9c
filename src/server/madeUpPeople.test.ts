import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { seedPassword, seedPeople } from '../school/people.ts'
import { pageOn, signIn, temporaryDirectory, testServer, testSettings } from '../testing/testServer.ts'

async function readOfferedLogins(url: string): Promise<string[]> {
  const { settings } = await (await pageOn(url).fetch('/session')).json()
  return settings.demo_people.map(({ login }: { login: string }) => login)
}

async function signInStatus(url: string, login: string, password?: string): Promise<number> {
  const response = await fetch(`${url}/auth/oauth2/decision`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      client_id: 'staffroom',
      decision: 'allow',
      login,
      ...(password !== undefined && { password }),
    }),
  })
  return response.status
}

function changeDatabase(dataDirectory: string, run: (database: DatabaseSync) => void): void {
  const database = new DatabaseSync(join(dataDirectory, 'staffroom.sqlite'))
  run(database)
  database.close()
}

it('offers people of the made-up school with its public password only', async () => {
  const { url } = await testServer(testSettings())
  expect(await readOfferedLogins(url)).toEqual(seedPeople.slice(0, 3).map(({ login }) => login))
  for (const login of await readOfferedLogins(url)) {
    expect((await signIn(pageOn(url), url, login)).status).toBe(200)
    expect(await signInStatus(url, login)).toBe(422)
    expect(await signInStatus(url, login, '')).toBe(422)
  }
})

it('offers no people of a real school', async () => {
  const { url } = await testServer(testSettings({}, ['--empty']))
  expect(await readOfferedLogins(url)).toEqual([])
  for (const login of ['admin', ...seedPeople.map(person => person.login)]) {
    for (const password of [undefined, '', seedPassword]) {
      expect(await signInStatus(url, login, password)).toBe(422)
    }
  }
})

it('offers no people once their public password is invalid', async () => {
  const DATA_DIR = join(temporaryDirectory(), 'data')
  const first = await testServer(testSettings({ DATA_DIR }))
  await first.stop()
  changeDatabase(DATA_DIR, database => database.exec("UPDATE users SET password_hash = 'changed'"))
  const { url } = await testServer(testSettings({ DATA_DIR }))
  expect(await readOfferedLogins(url)).toEqual([])
  expect(await signInStatus(url, 'albrecht', seedPassword)).toBe(422)
})

it('offers no people with SERVICE_URL', async () => {
  const CLIENT_SECRET = 'of-the-service'
  const service = await testServer(testSettings({ CLIENT_SECRET }))
  const { url } = await testServer(
    testSettings({ SERVICE_URL: service.url, CLIENT_ID: 'staffroom', CLIENT_SECRET }),
  )
  expect(await readOfferedLogins(service.url)).toHaveLength(3)
  expect(await readOfferedLogins(url)).toEqual([])
  expect(await signInStatus(url, 'albrecht', seedPassword)).toBe(404)
})
