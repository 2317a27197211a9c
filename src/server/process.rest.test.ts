import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { runMigrate, startProcess, workingFolder } from '../testing/testProcess.ts'
import { pageOn, signIn } from '../testing/testServer.ts'

it('keeps every acknowledged write after kill -9 (rule 38)', async () => {
  const folder = workingFolder()
  const first = startProcess(folder)
  const url = await first.url
  const headers = {
    Authorization: `Basic ${btoa('albrecht:staffroom-demo')}`,
    'Content-Type': 'application/json',
  }
  const acknowledged: number[] = []
  let killed = false
  const writer = async () => {
    while (!killed) {
      const body = JSON.stringify({ name: 'under load', scopes: ['me'] })
      const init = { method: 'POST', headers, body }
      const created = await fetch(`${url}/api/v2/personal_access_tokens`, init)
        .then(r => r.ok && r.json())
        .catch(() => null)
      if (!created) continue
      acknowledged.push(created.id)
      if (acknowledged.length < 10 || killed) continue
      killed = true
      first.process.kill('SIGKILL')
    }
  }
  await Promise.all(Array.from({ length: 8 }, writer))
  await first.ended
  expect(acknowledged.length).toBeGreaterThanOrEqual(10)

  const second = startProcess(folder)
  const listed = await fetch(`${await second.url}/api/v2/personal_access_tokens`, { headers })
  const ids = (await listed.json()).map((token: { id: number }) => token.id)
  expect(ids).toEqual(expect.arrayContaining(acknowledged))
})

it('finishes running requests on SIGTERM, and exits with 0', async () => {
  const folder = workingFolder()
  const started = startProcess(folder)
  const url = await started.url
  const body = JSON.stringify({
    client_id: 'staffroom',
    decision: 'allow',
    login: 'albrecht',
    password: 'wrong',
  })
  // Checking a password is slow, so the signal arrives first.
  const headers = { 'Content-Type': 'application/json' }
  const running = fetch(`${url}/auth/oauth2/decision`, { method: 'POST', headers, body })
  await fetch(`${url}/healthz`)
  started.process.kill('SIGTERM')
  expect((await running).status).toBeLessThan(500)
  expect((await started.ended).code).toBe(0)
})

it('stores its secrets privately, and keeps them over a restart', async () => {
  const folder = workingFolder()
  const read = () =>
    ['client-secret', 'session-key'].map(name => readFileSync(join(folder, 'data', name), 'utf8'))
  const first = startProcess(folder)
  await first.url
  const secrets = read()
  expect(statSync(join(folder, 'data', 'client-secret')).mode & 0o777).toBe(0o600)
  expect(statSync(join(folder, 'data')).mode & 0o777).toBe(0o700)
  first.process.kill('SIGTERM')
  const { stdout, stderr } = await first.ended
  for (const secret of secrets) expect(stdout + stderr).not.toContain(secret.trim())
  const second = startProcess(folder)
  await second.url
  expect(read()).toEqual(secrets)
})

it('refuses an empty database if secrets exist', async () => {
  const folder = workingFolder()
  const data = join(folder, 'data')
  const path = join(data, 'staffroom.sqlite')
  mkdirSync(data, { mode: 0o700 })
  // After an interrupted first start.
  writeFileSync(path, '')
  const first = startProcess(folder)
  await first.url
  first.process.kill('SIGTERM')
  await first.ended

  truncateSync(path)
  // As after a crash.
  writeFileSync(`${path}-wal`, 'the latest writes')
  const names = readdirSync(data)
  for (const start of [() => startProcess(folder).ended, () => runMigrate({ DATA_DIR: data })]) {
    const { code, stderr } = await start()
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^\S+staffroom\.sqlite contains no school, [^\n]*\n$/),
    ])
  }
  expect([statSync(path).size, readdirSync(data)]).toEqual([0, names])

  for (const file of [path, `${path}-wal`]) rmSync(file)
  expect((await fetch(`${await startProcess(folder).url}/readyz`)).status).toBe(200)
})

it('refuses a copy of a running database that lacks the write-ahead log', async () => {
  const folder = workingFolder()
  const path = join(folder, 'data', 'staffroom.sqlite')
  const first = startProcess(folder, {}, ['--empty'])
  await first.url
  const copy = readFileSync(path)
  first.process.kill('SIGTERM')
  await first.ended
  writeFileSync(path, copy)
  const { code, stderr } = await startProcess(folder).ended
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/^\S+staffroom\.sqlite contains no school, [^\n]*\n$/),
  ])
  expect(readFileSync(path)).toEqual(copy)
})

it('refuses an empty database if sessions exist', async () => {
  const folder = workingFolder()
  const path = join(folder, 'data', 'staffroom.sqlite')
  const environment = { CLIENT_SECRET: 'c'.repeat(43), SESSION_KEY: 'k'.repeat(43) }
  const runThenEmpty = async (use: (url: string) => Promise<unknown>) => {
    const started = startProcess(folder, environment)
    await use(await started.url)
    started.process.kill('SIGTERM')
    await started.ended
    truncateSync(path)
  }
  await runThenEmpty(async () => undefined)
  // After an interrupted first start.
  await runThenEmpty(url => signIn(pageOn(url), url, 'albrecht'))
  const names = readdirSync(join(folder, 'data'))
  const { code, stderr } = await startProcess(folder, environment).ended
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/^\S+staffroom\.sqlite contains no school, [^\n]*\n$/),
  ])
  expect([statSync(path).size, readdirSync(join(folder, 'data'))]).toEqual([0, names])
})

it('starts an empty school with one teacher, and prints the password once', async () => {
  const folder = workingFolder()
  const first = startProcess(folder, {}, ['--empty'])
  const page = pageOn(await first.url)
  expect((await (await page.fetch('/session')).json()).settings.demo_people).toEqual([])
  first.process.kill('SIGTERM')
  const { stdout } = await first.ended
  const password = /as admin with (\S+)/.exec(stdout)?.[1]
  expect(stdout).not.toContain('staffroom-demo')

  const second = startProcess(folder)
  const headers = { Authorization: `Basic ${btoa(`admin:${password}`)}` }
  expect((await fetch(`${await second.url}/api/v2/personal_access_tokens`, { headers })).status).toBe(200)
  second.process.kill('SIGTERM')
  expect((await second.ended).stdout).not.toContain('password')
})

it('lists the people of the made-up school with the names of their roles in the app', async () => {
  const started = startProcess(workingFolder())
  await started.url
  started.process.kill('SIGTERM')
  const { stdout } = await started.ended
  expect(stdout).toContain('  sommer     Mika Sommer, pupil\n')
  expect(stdout).not.toContain('student')
})

it('loads the made-up school only if used, and no test code', async () => {
  const expectRefusal = `import { registerHooks } from 'node:module'
    registerHooks({ load(url, context, next) { console.error(url); return next(url, context) } })`
  const NODE_OPTIONS = `--import data:text/javascript,${encodeURIComponent(expectRefusal)}`
  const loaded = async (folder: string, args: string[] = []) => {
    const started = startProcess(folder, { NODE_OPTIONS }, args)
    await started.url
    started.process.kill('SIGTERM')
    const { stderr } = await started.ended
    expect(stderr).toContain('/src/service/app.ts')
    expect(stderr).not.toContain('/src/testing/')
    return [...stderr.matchAll(/\/src\/school\/(\S+)/g)].map(([, path]) => path)
  }
  const empty = workingFolder()
  expect(await loaded(empty, ['--empty'])).toEqual([])
  expect(await loaded(empty)).toEqual([])
  expect(await loaded(workingFolder())).toContain('people.ts')
})

it('starts only one of several processes on a new DATA_DIR', async () => {
  const folder = workingFolder()
  const starts = Array.from({ length: 3 }, () => startProcess(folder))
  const outcomes = await Promise.all(
    starts.map(({ url, ended }) => url.catch(async () => (await ended).stderr.trim())),
  )
  const urls = outcomes.filter(outcome => outcome.startsWith('http://localhost:'))
  expect(urls).toHaveLength(1)
  for (const outcome of outcomes)
    expect(outcome).toMatch(/^http:\S+$|^[^\n]*in use by another Staffroom[^\n]*$/)
  for (const url of urls) expect((await fetch(`${url}/healthz`)).status).toBe(200)
})

it('prints its help without starting', async () => {
  const { code, stdout, stderr } = await startProcess(workingFolder(), {}, ['--help']).ended
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toContain('SERVICE_URL')
  // A file that is not part of the project.
  expect(stdout).not.toContain('api.md')
})
