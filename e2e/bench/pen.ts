import { chromium, type Request } from '@playwright/test'
import { browserArguments, ensureBrowser } from '../../scripts/browser.ts'
import { createPdf } from '../../src/school/sheets.ts'
import { createSessionCookie } from '../../src/server/cookie.ts'
import { createTemplate, startNodeHost } from '../support/nodeHost.ts'
import { type PagePoint, penSurface, penTool } from '../support/pen.ts'
import { median } from './median.ts'
import { markdownTable } from './results.ts'

/**
 * Measures the pen on a photo in the correction desk: how long a page with 500 strokes takes to be drawn again after
 * zooming, with the time until its pixels exist, and the work per frame (pointer events and drawing) while a long stroke
 * is drawn above them. Then returns a PDF of 300 pages with 500 strokes, and measures how long its marked copy takes:
 * from the click until the upload begins, with loading and storing. Prints a table for each.
 */
const strokeCount = Number(process.argv[2] ?? 500)
const rounds = 9

declare global {
  interface Window {
    /** Redraws of a canvas: number of strokes, and time in ms. */
    redraws: { strokes: number; recorded: number; rasterized: number }[]
    /** Work in ms by frame. */
    frameWork: number[]
  }
}

const host = await startNodeHost({ template: await createTemplate(false) })
const browser = await chromium.launch({ executablePath: ensureBrowser(), args: [...browserArguments] })
const context = await browser.newContext({ baseURL: host.url, locale: 'en-GB' })
const id = host.sessions.get('albrecht')
if (id === undefined) throw new Error('The teacher has no session.')
const [name = '', value = ''] = createSessionCookie(host.url).write(id).split(/[=;]/)
await context.addCookies([{ name, value, url: host.url, httpOnly: true, sameSite: 'Strict' }])
await context.addInitScript(() => {
  window.redraws = []
  window.frameWork = [0]
  const { prototype } = CanvasRenderingContext2D
  const { clearRect, fill } = prototype
  let current: { strokes: number; start: number; end: number } | undefined
  prototype.clearRect = function (...box) {
    const redraw = { strokes: 0, start: performance.now(), end: 0 }
    current = redraw
    clearRect.apply(this, box)
    queueMicrotask(() => {
      if (redraw.strokes < 100) return
      const beforeRaster = performance.now()
      this.getImageData(0, 0, 1, 1)
      const recorded = redraw.end - redraw.start
      const rasterized = recorded + performance.now() - beforeRaster
      window.redraws.push({ strokes: redraw.strokes, recorded, rasterized })
    })
  }
  prototype.fill = function (this: CanvasRenderingContext2D, ...path: unknown[]) {
    Reflect.apply(fill, this, path)
    if (!current) return
    current.strokes += 1
    current.end = performance.now()
  }
  const addWork = (work: () => void) => {
    const start = performance.now()
    work()
    window.frameWork[window.frameWork.length - 1] = (window.frameWork.at(-1) ?? 0) + performance.now() - start
  }
  const request = window.requestAnimationFrame.bind(window)
  window.requestAnimationFrame = callback =>
    request(time => {
      addWork(() => callback(time))
      window.frameWork.push(0)
    })
  const add = EventTarget.prototype.addEventListener
  EventTarget.prototype.addEventListener = function (type, listener, options) {
    const timed = type === 'pointermove' && typeof listener === 'function'
    const wrapped = timed ? (event: Event) => addWork(() => listener.call(this, event)) : listener
    add.call(this, type, wrapped, options)
  }
})
const page = await context.newPage()

const pageCount = 300
const longPdf = Buffer.from(
  createPdf(Array.from({ length: pageCount }, (_, index) => [`Page ${index + 1}`, '3/4 + 1/8 = 7/8'])),
)
// The service returns the long PDF as "exercise 5.pdf". The desk loads it in advance, so this comes before the first visit.
await page.route('**/api/v2/documents/4/content', route =>
  route.fulfill({ contentType: 'application/pdf', body: longPdf }),
)
await page.goto('/classes/1/homework/1/submissions/13')
await page.getByRole('img', { name: 'page1.jpg', exact: true }).waitFor()
await page.getByRole('button', { name: 'Fit' }).click()
await penTool(page, 'Pen').click()
await penSurface(page).waitFor()

/** A wave of about two centimetres, like a word. */
const createWave = (index: number): PagePoint[] => {
  const [left, top] = [0.05 + (index % 20) * 0.045, 0.05 + Math.floor(index / 20) * 0.036]
  return Array.from({ length: 12 }, (_, step) => [left + step * 0.003, top + (step % 2) * 0.012] as const)
}
async function draw(points: readonly PagePoint[]): Promise<void> {
  const box = await penSurface(page).first().boundingBox()
  if (!box) throw new Error('The page is not shown.')
  for (const [step, [x, y]] of points.entries()) {
    await page.mouse.move(box.x + x * box.width, box.y + y * box.height)
    if (step === 0) await page.mouse.down()
  }
  await page.mouse.up()
}

const drawStrokes = async () => {
  for (let index = 0; index < strokeCount; index += 1) await draw(createWave(index))
}
await drawStrokes()
await page.getByRole('img', { name: `Your marks on page 1: ${strokeCount} lines` }).waitFor()

const devtools = await context.newCDPSession(page)
async function measure(slowdown: number) {
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.evaluate(() => {
    window.redraws = []
  })
  for (let round = 0; round < rounds; round += 1) {
    const count = await page.evaluate(() => window.redraws.length)
    await page.keyboard.press(round % 2 === 0 ? '-' : '+')
    await page.waitForFunction(count => window.redraws.length > count, count)
  }
  const redraws = await page.evaluate(() => window.redraws)
  await page.evaluate(() => {
    window.frameWork = [0]
  })
  await draw(
    Array.from({ length: 300 }, (_, step) => [
      0.5 + 0.3 * Math.cos(step / 9) * (1 - step / 600),
      0.5 + 0.3 * Math.sin(step / 9) * (1 - step / 600),
    ]),
  )
  const frames = (await page.evaluate(() => window.frameWork)).filter(work => work > 0).sort((a, b) => a - b)
  await page.keyboard.press('Control+z')
  return [
    median(redraws.map(({ recorded }) => recorded)),
    median(redraws.map(({ rasterized }) => rasterized)),
    median(frames),
    frames[Math.floor(frames.length * 0.95)] ?? Number.NaN,
    frames.at(-1) ?? Number.NaN,
  ].map(ms => ms.toFixed(1))
}

console.log(
  markdownTable(
    [
      `${strokeCount} strokes`,
      'redraw, ms',
      'with pixels, ms',
      'work per frame, median, ms',
      '95 % of frames below, ms',
      'slowest frame, ms',
    ],
    [
      ['full speed', ...(await measure(1))],
      ['4 times slower', ...(await measure(4))],
    ],
  ),
)

await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
await page.getByRole('button', { name: 'Leave page1-marked.jpg out' }).click()
await page.getByRole('button', { name: 'Remove the marks' }).click()
await page.getByRole('button', { name: 'exercise 5.pdf', exact: true }).click()
await page.getByRole('img', { name: `Page 1 of ${pageCount}`, exact: true }).waitFor()
await page.getByRole('button', { name: 'Fit' }).click()
await penSurface(page).first().waitFor()
await drawStrokes()
await page.getByRole('img', { name: `Your marks on page 1: ${strokeCount} lines` }).waitFor()
await page.getByText(/^Marked copy, saved/).waitFor()
const isUpload = (request: Request) => request.method() === 'POST' && request.url().includes('/documents')
const uploading = page.waitForRequest(isUpload, { timeout: 120_000 })
const clickedAt = performance.now()
await page.getByRole('button', { name: /^Return and stay here/ }).click()
await uploading
const copyMs = performance.now() - clickedAt
console.log(
  markdownTable(
    ['marked copy', 'until its upload begins, ms'],
    [[`${pageCount} pages with ${strokeCount} strokes`, copyMs.toFixed(0)]],
  ),
)
await browser.close()
await host.stop()
