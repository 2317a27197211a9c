import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { type CDPSession, chromium, type Page } from '@playwright/test'
import { browserArguments, ensureBrowser } from '../../scripts/browser.ts'
import { createSessionCookie } from '../../src/server/cookie.ts'
import { createTemplate, startNodeHost } from '../support/nodeHost.ts'
import { median } from './median.ts'
import { markdownTable } from './results.ts'

/**
 * Measures how long the hand-in form takes to prepare a photo of 12 million pixels: the time of its worker from start to
 * result, the time from choosing it until its new size is shown, and the longest time from a key in the comment until the
 * next frame meanwhile. Prints a table. Chromium slows down the main thread only: multiply the first figure by 4.
 *
 * Arguments: number of rounds, and the path of a HEIC photo of 12 million pixels to measure, too.
 */
const rounds = Number(process.argv[2] ?? 5)
const heicPath = process.argv[3]

const folder = mkdtempSync(join(tmpdir(), 'staffroom-photos-'))
// Passed by path, because Playwright would decode the bytes in the page.
const photoPath = join(folder, 'photo.jpg')
const host = await startNodeHost({ template: await createTemplate(false) })
const browser = await chromium.launch({ executablePath: ensureBrowser(), args: [...browserArguments] })

async function openForm(slowdown: number) {
  const context = await browser.newContext({ baseURL: host.url, locale: 'en-GB' })
  const id = host.sessions.get('sommer')
  if (id === undefined) throw new Error('The pupil has no session.')
  const [name = '', value = ''] = createSessionCookie(host.url).write(id).split(/[=;]/)
  await context.addCookies([{ name, value, url: host.url, httpOnly: true, sameSite: 'Strict' }])
  const page = await context.newPage()
  await page.goto('/classes/1/homework/7')
  await page.getByLabel('Comment').focus()
  const devtools: CDPSession = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  return { context, page }
}

/** Text on grainy paper with an EXIF segment, about 4 MB. */
const drawPage = (page: Page) =>
  page.evaluate(async () => {
    const canvas = new OffscreenCanvas(4032, 3024)
    const context = canvas.getContext('2d')
    if (!context) throw new Error('no canvas')
    context.fillStyle = '#f4f2ea'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.fillStyle = '#113'
    context.font = '60px serif'
    for (let y = 80; y < canvas.height; y += 70)
      context.fillText('3/4 + 5/8 = 11/8  '.repeat(12), 20 + (y % 97), y)
    const pixels = context.getImageData(0, 0, canvas.width, canvas.height)
    pixels.data.forEach((value, index) => {
      if (index % 4 < 3) pixels.data[index] = value - ((index * 7919) % 23)
    })
    context.putImageData(pixels, 0, 0)
    const jpeg = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.92 })
    const exif = Uint8Array.from([0xff, 0xe1, 0, 8, 0x45, 0x78, 0x69, 0x66, 0, 0])
    const photo = new Blob([jpeg.slice(0, 2), exif, jpeg.slice(2)])
    const bytes = new Uint8Array(await photo.arrayBuffer())
    return btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''))
  })

async function prepare(path: string, slowdown: number) {
  const { context, page } = await openForm(slowdown)
  await page.evaluate(() => {
    class TimedWorker extends Worker {
      constructor(...options: ConstructorParameters<typeof Worker>) {
        super(...options)
        const startedAt = performance.now()
        this.addEventListener('message', () =>
          Object.assign(globalThis, { conversion: performance.now() - startedAt }),
        )
      }
    }
    globalThis.Worker = TimedWorker
    const delays: number[] = []
    addEventListener('keydown', event => {
      requestAnimationFrame(() => delays.push(performance.now() - event.timeStamp))
    })
    Object.assign(globalThis, { delays })
  })
  const start = performance.now()
  await page.locator('input[type="file"]').first().setInputFiles(path)
  const isDone = page.getByText(/, now 3,000/).waitFor({ timeout: 120_000 })
  let isPending = true
  void isDone.then(() => {
    isPending = false
  })
  while (isPending) await page.keyboard.press('a', { delay: 20 })
  const elapsed = performance.now() - start
  const key = await page.evaluate(() => Math.max(...Reflect.get(globalThis, 'delays')))
  const conversion = await page.evaluate(() => Number(Reflect.get(globalThis, 'conversion')))
  await context.close()
  return { elapsed, key, conversion }
}

const { context, page } = await openForm(1)
writeFileSync(photoPath, Buffer.from(await drawPage(page), 'base64'))
await context.close()
const measure = async (path: string, slowdown: number) => {
  const samples: Awaited<ReturnType<typeof prepare>>[] = []
  for (let round = 0; round < rounds; round += 1) samples.push(await prepare(path, slowdown))
  return {
    elapsed: median(samples.map(({ elapsed }) => elapsed)),
    conversion: median(samples.map(({ conversion }) => conversion)),
    key: Math.max(...samples.map(({ key }) => key)),
  }
}
const row = (name: string, { conversion, elapsed, key }: Awaited<ReturnType<typeof measure>>) => [
  name,
  ...[conversion, elapsed, key].map(ms => ms.toFixed(0)),
]
for (const path of heicPath === undefined ? [photoPath] : [photoPath, heicPath]) {
  const megabytes = (statSync(path).size / 1e6).toFixed(1)
  console.log(
    markdownTable(
      [`${extname(path).slice(1)} of ${megabytes} MB`, 'worker, ms', 'until shown, ms', 'slowest key, ms'],
      [row('full speed', await measure(path, 1)), row('page 4 times slower', await measure(path, 4))],
    ),
  )
}
await browser.close()
await host.stop()
rmSync(folder, { recursive: true })
