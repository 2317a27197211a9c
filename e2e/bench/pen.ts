import type { Page, Request } from '@playwright/test'
import { createPdf } from '../../src/school/createPdf.ts'
import { createTemplate, startNodeHost } from '../support/nodeHost.ts'
import { penSurface, penTool } from '../support/pen.ts'
import { createMeter, launchBrowser, openPage, slowdowns } from './browser.ts'
import { formatNumber, markdownTable } from './report.ts'
import { type BenchOptions, median, runRounds } from './rounds.ts'

const strokeCount = 500
const pageCount = 300
const copiedStrokeCount = 50

declare global {
  interface Window {
    /** Redraws of a canvas: time in ms without and with its pixels. */
    redraws: { recorded: number; rasterized: number }[]
    /** Work in ms by frame. */
    frameWork: number[]
  }
}

/**
 * Measures the pen on a photo in the correction desk: how long a page with 500 strokes takes to be drawn again after
 * zooming, with the time until its pixels exist, and the work per frame (pointer events and drawing) while a long stroke
 * is drawn above them. Then returns a PDF of 300 pages with 50 strokes, and measures how long its marked copy takes:
 * from the click until the upload begins, with loading and storing.
 */
export async function run(options: BenchOptions): Promise<string> {
  const host = await startNodeHost({ template: await createTemplate(false) })
  const browser = await launchBrowser({ limitsFrames: true })
  const page = await openPage(browser, { host, login: 'albrecht' })
  await page.addInitScript(watchDrawing)
  const pages = Array.from({ length: pageCount }, (_, index) => [`Page ${index + 1}`, '3/4 + 1/8 = 7/8'])
  const longPdf = { contentType: 'application/pdf', body: Buffer.from(createPdf(pages)) }
  // The service returns the long PDF as "exercise 5.pdf". The desk loads it in advance, so this comes before the first visit.
  await page.route('**/api/v2/documents/4/content', route => route.fulfill(longPdf))
  await page.goto('/classes/1/homework/1/submissions/13')
  await page.getByRole('img', { name: 'page1.jpg', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Fit' }).click()
  await penTool(page, 'Pen').click()
  await drawStrokes(page, strokeCount)
  const { slowDown } = await createMeter(page)
  const { medians, rows } = await runRounds({
    cases: slowdowns.map(({ slowdown, group }) => ({ name: group, slowdown })),
    rounds: options.rounds,
    end: 90_000,
    printed: ['recorded', 'rasterized', 'frame'],
    maxima: ['slowestFrame'],
    async take({ slowdown }) {
      await slowDown(slowdown)
      const sample = { ...(await zoom(page)), ...(await drawLongStroke(page)) }
      await slowDown(1)
      return sample
    },
  })
  const copyMs = await returnMarkedCopy(page)
  await Promise.all([browser.close(), host.stop()])
  const table = markdownTable(
    [`${strokeCount} strokes`, 'redraw', 'with pixels', 'work per frame', '95 % of frames', 'slowest frame'],
    rows.map(row => [row.name, row.recorded, row.rasterized, row.frame, row.frame95, row.slowestFrame]),
  )
  return `${table}

Milliseconds, ${medians}. A marked copy of ${pageCount} pages with ${copiedStrokeCount} strokes takes ${formatNumber(copyMs)} ms \
until its upload begins.`
}

/** Zooms in and out. */
async function zoom(page: Page) {
  await page.evaluate(() => {
    window.redraws = []
  })
  for (const [index, key] of ['-', '+'].entries()) {
    await page.keyboard.press(key)
    await page.waitForFunction(count => window.redraws.length > count, index)
  }
  const redraws = await page.evaluate(() => window.redraws)
  return {
    recorded: median(redraws.map(({ recorded }) => recorded)),
    rasterized: median(redraws.map(({ rasterized }) => rasterized)),
  }
}

/** Draws a spiral. */
async function drawLongStroke(page: Page) {
  await page.evaluate(() => {
    window.frameWork = [0]
  })
  const { x, y, width, height } = await findSurface(page)
  for (let step = 0; step < 300; step += 1) {
    const radius = 0.3 * (1 - step / 600)
    const [across, down] = [0.5 + radius * Math.cos(step / 9), 0.5 + radius * Math.sin(step / 9)]
    await page.mouse.move(x + across * width, y + down * height)
    if (step === 0) await page.mouse.down()
  }
  await page.mouse.up()
  const frames = (await page.evaluate(() => window.frameWork)).filter(work => work > 0).sort((a, b) => a - b)
  await page.keyboard.press('Control+z')
  return {
    frame: median(frames),
    frame95: frames[Math.floor(frames.length * 0.95)] ?? Number.NaN,
    slowestFrame: frames.at(-1) ?? Number.NaN,
  }
}

/** Returns the time until the upload of the marked PDF begins, in ms. */
async function returnMarkedCopy(page: Page): Promise<number> {
  await page.getByRole('button', { name: 'Leave page1-marked.jpg out' }).click()
  await page.getByRole('button', { name: 'Remove the marks' }).click()
  await page.getByRole('button', { name: 'exercise 5.pdf', exact: true }).click()
  await page.getByRole('img', { name: `Page 1 of ${pageCount}`, exact: true }).waitFor()
  await page.getByRole('button', { name: 'Fit' }).click()
  await drawStrokes(page, copiedStrokeCount)
  await page.getByText(/^Marked copy, saved/).waitFor()
  const isUpload = (request: Request) => request.method() === 'POST' && request.url().includes('/documents')
  const uploading = page.waitForRequest(isUpload)
  const clickedAt = performance.now()
  await page.getByRole('button', { name: /^Return and stay here/ }).click()
  await uploading
  return performance.now() - clickedAt
}

/** Draws waves of about two centimetres, like words. */
async function drawStrokes(page: Page, count: number): Promise<void> {
  await penSurface(page).first().waitFor()
  const { x, y, width, height } = await findSurface(page)
  for (let index = 0; index < count; index += 1) {
    const left = x + (0.05 + (index % 20) * 0.045) * width
    const top = y + (0.05 + Math.floor(index / 20) * 0.036) * height
    await page.mouse.move(left, top)
    await page.mouse.down()
    // Without waiting for a frame after each point.
    const points = Array.from({ length: 11 }, (_, step) => step + 1)
    await Promise.all(
      points.map(step => page.mouse.move(left + step * 0.003 * width, top + (step % 2) * 0.012 * height)),
    )
    await page.mouse.up()
  }
  await page.getByRole('img', { name: `Your marks on page 1: ${count} lines` }).waitFor()
}

async function findSurface(page: Page) {
  const box = await penSurface(page).first().boundingBox()
  if (!box) throw new Error('The page is not shown.')
  return box
}

/** Runs in the page. Measures redraws with many strokes, and the work of each frame. */
function watchDrawing(): void {
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
      window.redraws.push({ recorded, rasterized })
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
}
