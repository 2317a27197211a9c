import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import { expect, test as plain } from '@playwright/test'
import { accountButton, madeUpPerson, signInAs } from '../support/signInAs.ts'

type Entry = { user: { id: number }; submission: { files: { id: number }[] } }

const root = join(import.meta.dirname, '../..')
const base = '/staffroom/'
const folder = 'dist/below'
const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
}

/** Serves files below a path, and 404.html elsewhere, as a static host does. */
async function serveBelow(): Promise<{ url: string; requestedPaths: string[]; stop: () => void }> {
  const requestedPaths: string[] = []
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    requestedPaths.push(pathname)
    const relativePath = pathname.startsWith(base)
      ? pathname.slice(base.length) || 'index.html'
      : '../nowhere'
    const file = join(root, folder, relativePath)
    const exists = existsSync(file) && statSync(file).isFile() && pathname.startsWith(base)
    const send = exists ? file : join(root, folder, '404.html')
    response.writeHead(exists ? 200 : 404, {
      'Content-Type': types[extname(send)] ?? 'application/octet-stream',
    })
    response.end(readFileSync(send))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://localhost:${port}`,
    requestedPaths,
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}

plain.beforeAll(() => {
  // Builds the demo unless it is up to date.
  plain.setTimeout(300_000)
  const options = ['scripts/build.ts', 'site', '--base', base, '--out', folder]
  const { status, stderr } = spawnSync(process.execPath, options, { cwd: root, encoding: 'utf8' })
  expect(status, stderr).toBe(0)
})

plain(
  'the demo runs below a path of a static host, also after a reload of a deep link',
  async ({ browser }) => {
    const host = await serveBelow()
    const context = await browser.newContext({ baseURL: host.url + base, locale: 'en-GB' })
    const page = await context.newPage()
    const errors: string[] = []
    page.on('pageerror', error => errors.push(String(error)))
    try {
      await signInAs(page, 'albrecht', host.url + base)
      await expect(page.getByRole('heading', { level: 1, name: 'My day' })).toBeVisible()
      expect(new URL(page.url()).pathname).toBe('/staffroom/day')

      await page
        .getByRole('link', { name: /^Homework/ })
        .first()
        .click()
      await expect(page.getByText('Fractions p. 42').first()).toBeVisible()
      const loadedPaths: string[] = []
      page.on('response', response => loadedPaths.push(new URL(response.url()).pathname))
      await page.goto(`${host.url}${base}classes/1/homework/1/submissions`)
      const pupil = page.getByRole('link', { name: 'Mika Sommer' }).first()
      const mika = Number(await pupil.getAttribute('data-pupil'))
      const ids = await page
        .locator('[data-pupil]')
        .evaluateAll(links => links.map(link => Number(link.getAttribute('data-pupil'))))
      // Playwright cannot always read the body of a response of the service worker.
      const entries: Entry[] = await page.evaluate(
        async url => (await fetch(url, { headers: { 'X-Staffroom': '1' } })).json(),
        `${base}api/v2/todos/1/submissions`,
      )
      const neighbours = [ids[ids.indexOf(mika) + 1], ids[ids.indexOf(mika) - 1]]
      const ahead = entries
        .filter(({ user }) => neighbours.includes(user.id))
        .flatMap(({ submission }) => submission.files.map(({ id }) => `/documents/${id}/content`))
      expect(ahead).not.toEqual([])
      await pupil.click()
      const photo = page.getByRole('img', { name: 'page1.jpg' })
      await expect(photo).toBeVisible()
      // Await the prefetch of a neighbour’s file: the service worker does not respond to a closed page.
      await expect
        .poll(() => loadedPaths.filter(path => ahead.some(file => path.endsWith(file))))
        .not.toEqual([])
      await page.reload()
      await expect(photo).toBeVisible()
      expect(new URL(page.url()).pathname).toMatch(/^\/staffroom\/classes\/1\/homework\/1\/submissions\/\d+$/)

      const scopes = await page.evaluate(async () =>
        (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => new URL(scope).pathname),
      )
      expect(scopes).toEqual([base])
      expect(host.requestedPaths.filter(path => !path.startsWith(base) && path !== '/favicon.ico')).toEqual(
        [],
      )
      expect(host.requestedPaths.filter(path => /\/(?:api|session)\b/.test(path))).toEqual([])
      expect(errors).toEqual([])

      await accountButton(page, 'albrecht').click()
      await page.getByRole('menuitem', { name: 'Sign out' }).click()
      await expect(madeUpPerson(page, 'sommer')).toBeVisible()
      expect(new URL(page.url()).pathname).toBe('/staffroom/sign-in')
      const portrait = madeUpPerson(page, 'sommer').locator('img')
      await expect
        .poll(() => portrait.evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBeGreaterThan(0)
      await madeUpPerson(page, 'sommer').click()
      await expect(accountButton(page, 'sommer')).toBeVisible()
      expect(new URL(page.url()).pathname).toBe('/staffroom/classes/1/timetable')
    } finally {
      await context.close()
      host.stop()
    }
  },
)
