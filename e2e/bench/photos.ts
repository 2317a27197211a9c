import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import type { Page } from '@playwright/test'
import { createTemplate, startNodeHost } from '../support/nodeHost.ts'
import { createMeter, launchBrowser, openPage, slowdowns } from './browser.ts'
import { markdownTable } from './report.ts'
import { type BenchOptions, runRounds } from './rounds.ts'

/**
 * Measures how long the hand-in form takes to prepare a photo of 12 million pixels: the time of its worker from start to
 * result, the time from choosing it until its new size is shown, and the longest time from a key in the comment until the
 * next frame meanwhile. Chromium slows down the main thread only: multiply the first figure by 4.
 */
export async function run({ rounds: wantedRounds, heic }: BenchOptions): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'staffroom-photos-'))
  // Passed by path, because Playwright would decode the bytes in the page.
  const photoPath = join(folder, 'photo.jpg')
  const host = await startNodeHost({ template: await createTemplate(false) })
  const browser = await launchBrowser({ limitsFrames: true })
  const blank = await openPage(browser)
  writeFileSync(photoPath, Buffer.from(await drawPhoto(blank), 'base64'))
  await blank.context().close()
  const photos = [photoPath, heic ?? []].flat().map(path => {
    const megabytes = (statSync(path).size / 1e6).toFixed(1)
    return { name: `${extname(path).slice(1)} of ${megabytes} MB`, path }
  })
  const { medians, rows } = await runRounds({
    cases: slowdowns.flatMap(speed => photos.map(photo => ({ ...photo, ...speed }))),
    rounds: wantedRounds,
    printed: ['worker', 'total', 'key'],
    maxima: ['key'],
    warmsUp: false,
    async take({ path, slowdown }) {
      const page = await openPage(browser, { host, login: 'sommer' })
      await page.goto('/classes/1/homework/7')
      await page.getByLabel('Comment').focus()
      await (await createMeter(page)).slowDown(slowdown)
      const sample = await preparePhoto(page, path)
      await page.context().close()
      return sample
    },
  })
  await Promise.all([browser.close(), host.stop()])
  rmSync(folder, { recursive: true })
  const table = markdownTable(
    ['', 'worker', 'until shown', 'slowest key'],
    rows.map(row => [`${row.name}, ${row.group}`, row.worker, row.total, row.key]),
  )
  return `${table}\n\nMilliseconds, ${medians}.`
}

/** Text on grainy paper with an EXIF segment, about 4 MB. */
const drawPhoto = (page: Page) =>
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

async function preparePhoto(page: Page, path: string) {
  await page.evaluate(() => {
    class TimedWorker extends Worker {
      constructor(...options: ConstructorParameters<typeof Worker>) {
        super(...options)
        const startedAt = performance.now()
        this.addEventListener('message', () =>
          Object.assign(globalThis, { worker: performance.now() - startedAt }),
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
  const total = performance.now() - start
  const key = await page.evaluate(() => Math.max(...Reflect.get(globalThis, 'delays')))
  const worker = await page.evaluate(() => Number(Reflect.get(globalThis, 'worker')))
  return { total, key, worker }
}
