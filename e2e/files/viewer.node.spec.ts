import { expect, type Page } from '@playwright/test'
import { faultHomeworkClass, hostileHomework } from '../../src/testing/faults/faults.ts'
import { test } from '../support/fixtures.ts'
import { enterAs } from '../support/signInAs.ts'

test.use({ faults: true })

const desk = '/classes/1/homework/1/submissions'
/** Homework with odd and hostile files. */
const oddDesk = `/classes/${faultHomeworkClass}/homework/${hostileHomework.odd}/submissions`

async function openDeskAddress(page: Page, address = desk): Promise<void> {
  await enterAs(page, 'albrecht', address)
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
}

/** Opens the desk of "Fractions p. 42" at a pupil. */
async function openDesk(page: Page, pupil: string | RegExp): Promise<void> {
  await openDeskAddress(page)
  await page.getByRole('link', { name: pupil }).first().click()
  await expect(page.getByRole('heading', { level: 2, name: pupil })).toBeVisible()
}

const fileTabs = (page: Page) => page.getByRole('navigation', { name: 'Files' })
const toolbar = (page: Page) => page.getByRole('group', { name: 'View' })
const zoomPercent = (page: Page) => toolbar(page).getByText(/\d %$/)
const tab = (page: Page, name: string) => fileTabs(page).getByRole('button', { name })

/** Returns pixels at points. Coordinates are 0 to 1 from the upper left corner. */
const readCanvasAt = (page: Page, points: readonly (readonly [x: number, y: number])[]) =>
  page
    .locator('canvas')
    .first()
    .evaluate((element, points) => {
      if (!(element instanceof HTMLCanvasElement)) throw new Error('not drawn')
      const { width, height } = element
      const pixels = element.getContext('2d')?.getImageData(0, 0, width, height).data ?? []
      return points.map(([x, y]) => {
        const offset = (Math.floor(height * y) * width + Math.floor(width * x)) * 4
        const [red = 0, green = 0, blue = 0] = pixels.slice(offset, offset + 3)
        return red > blue + 40 ? 'table' : red + green + blue > 600 ? 'paper' : 'ink'
      })
    }, points)

const getCanvasWidth = async (page: Page) =>
  (await page.locator('canvas').first().boundingBox())?.width ?? Number.NaN

const hasInk = (element: Element): boolean => {
  if (!(element instanceof HTMLCanvasElement)) return false
  const { data } = element.getContext('2d')?.getImageData(0, 0, element.width, element.height) ?? {}
  return data?.some((value, index) => index % 4 === 0 && value < 100) ?? false
}

test('photos are upright and zoomed; a PDF uses a same-origin worker', { tag: '@main' }, async ({ page }) => {
  const workers: string[] = []
  page.on('worker', worker => workers.push(worker.url()))
  await openDesk(page, 'Mika Sommer')
  await test.step('photos are upright by EXIF, and keep their view', async () => {
    await expect(page.getByRole('img', { name: 'page1.jpg' })).toBeVisible()
    await tab(page, 'page2.jpg').click()
    await expect(page.getByRole('img', { name: 'page2.jpg' })).toBeVisible()
    // The sheet has the table on all sides, and an empty margin.
    const leftAndTop = [
      [0.03, 0.1],
      [0.08, 0.1],
      [0.5, 0.02],
      [0.5, 0.07],
    ] as const
    await expect.poll(() => readCanvasAt(page, leftAndTop)).toEqual(['table', 'paper', 'table', 'paper'])

    const fitWidth = await getCanvasWidth(page)
    await page.keyboard.press('+')
    await expect.poll(() => getCanvasWidth(page)).toBeGreaterThan(fitWidth * 1.2)
    await page.keyboard.press('r')
    await expect
      .poll(async () => {
        const box = await page.locator('canvas').first().boundingBox()
        return (box?.width ?? 0) > (box?.height ?? 0)
      })
      .toBe(true)
    const percent = await zoomPercent(page).textContent()
    await page.keyboard.press('[')
    await expect(page.getByRole('img', { name: 'page1.jpg' })).toBeVisible()
    await expect.poll(() => getCanvasWidth(page)).toBeCloseTo(fitWidth, 0)
    await page.keyboard.press(']')
    await expect(zoomPercent(page)).toHaveText(percent ?? '')
    await page.keyboard.press('0')
    await expect(zoomPercent(page)).not.toHaveText(percent ?? '')
  })
  await test.step('the wheel zooms at the pointer, and dragging moves', async () => {
    await tab(page, 'page1.jpg').click()
    await expect(page.getByRole('img', { name: 'page1.jpg' })).toBeVisible()
    const canvas = page.locator('canvas').first()
    await expect(canvas).toBeVisible()
    const getCanvasBox = async () => {
      const box = await canvas.boundingBox()
      if (!box) throw new Error('not drawn')
      return box
    }
    const initialBox = await getCanvasBox()
    const pointer = { x: initialBox.x + initialBox.width * 0.75, y: initialBox.y + 200 }
    await page.mouse.move(pointer.x, pointer.y)
    await page.keyboard.down('Control')
    for (let step = 0; step < 5; step += 1) {
      const { width } = await getCanvasBox()
      await page.mouse.wheel(0, -60)
      await expect.poll(async () => (await getCanvasBox()).width).toBeGreaterThan(width)
    }
    await page.keyboard.up('Control')
    const zoomed = await getCanvasBox()
    expect(zoomed.width).toBeGreaterThan(initialBox.width * 2)
    expect((pointer.x - zoomed.x) / zoomed.width).toBeCloseTo(0.75, 1)
    expect((pointer.y - zoomed.y) / zoomed.height).toBeCloseTo(200 / initialBox.height, 1)
    await page.mouse.down()
    await page.mouse.move(pointer.x - 60, pointer.y - 40, { steps: 3 })
    await page.mouse.up()
    await expect.poll(async () => (await getCanvasBox()).x - zoomed.x).toBeCloseTo(-60, 0)
    await expect.poll(async () => (await getCanvasBox()).y - zoomed.y).toBeCloseTo(-40, 0)
  })
  await test.step('a PDF is drawn page by page', async () => {
    await tab(page, 'exercise 5.pdf').click()
    const first = page.getByRole('img', { name: 'Page 1 of 3' })
    await expect(first.locator('canvas')).toBeVisible()
    await expect.poll(() => first.locator('canvas').evaluate(hasInk)).toBe(true)
    const last = page.getByRole('img', { name: 'Page 3 of 3' })
    await last.scrollIntoViewIfNeeded()
    await expect(last.locator('canvas')).toBeVisible()
    const origin = new URL(page.url()).origin
    expect(workers.some(url => url.startsWith(`${origin}/assets/pdf.worker`))).toBe(true)
  })
})

test('viewer: text, unknown and hostile files, a huge photo', async ({ page }) => {
  await openDeskAddress(page, oddDesk)
  await test.step('text is shown, unknown kinds are downloaded', async () => {
    await openPupil(page, await findPupilWith(page, 'notes.txt'))
    await expect(page.getByText('über <b>alles</b> & "so"')).toBeVisible()
    await openPupil(page, await findPupilWith(page, 'geometry.xyz'))
    await expect(page.getByRole('heading', { name: 'No preview for this kind of file' })).toBeVisible()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download' }).first().click()
    expect((await download).suggestedFilename()).toBe('geometry.xyz')
  })
  await test.step('hostile files are shown as text', async () => {
    for (const name of ['drawing.svg', 'page.html']) {
      await openPupil(page, await findPupilWith(page, name))
      await tab(page, name).click()
      await expect(page.getByRole('heading', { name: 'Not opened here' })).toBeVisible()
      await page.getByRole('button', { name: 'Show as text' }).click()
      await expect(page.getByText(/<script>alert\(\d\)/).last()).toBeVisible()
    }
    await openPupil(page, await findPupilWith(page, 'homework\u202egpj.exe'))
    await tab(page, 'homework\ufffdgpj.exe').click()
    await expect(page.getByText('MZ, or so it says')).toBeVisible()
    expect(await page.locator('main').locator('iframe, object, embed, script, img').count()).toBe(0)
    expect(page.url()).toContain(`${oddDesk}/`)
  })
  await test.step('a photo of 31 megapixels is scaled down', async () => {
    await openPupil(page, await findPupilWith(page, 'scan of everything.jpg'))
    await expect(page.getByRole('img', { name: 'scan of everything.jpg' })).toBeVisible()
    const pixels = () =>
      page
        .locator('canvas')
        .first()
        .evaluate(element =>
          element instanceof HTMLCanvasElement ? element.width * element.height : Number.NaN,
        )
    // More than an empty canvas.
    await expect.poll(pixels).toBeGreaterThan(300 * 150)
    expect(await pixels()).toBeLessThanOrEqual(2048 * 2048)
    for (let press = 0; press < 12; press += 1) await page.keyboard.press('+')
    await expect
      .poll(() =>
        page
          .locator('canvas')
          .first()
          .evaluate(element => element.clientWidth),
      )
      .toBeGreaterThan(4000)
  })
})

/** ID of the pupil who handed in a file of this name. */
async function findPupilWith(page: Page, name: string): Promise<number> {
  const response = await page.evaluate(async id => {
    const response = await fetch(`/api/v2/todos/${id}/submissions`, { headers: { 'X-Staffroom': '1' } })
    return response.json()
  }, hostileHomework.odd)
  const entries: { user?: { id: number }; submission?: { files?: { name: string }[] } }[] = response
  const entry = entries.find(({ submission }) => submission?.files?.some(file => file.name === name))
  if (!entry?.user) throw new Error(`No pupil handed in ${name}.`)
  return entry.user.id
}

async function openPupil(page: Page, userId: number): Promise<void> {
  const link = page.locator(`a[href*="/submissions/${userId}"]`).first()
  await link.click()
  await expect(page).toHaveURL(new RegExp(`/submissions/${userId}`))
}

test('the readable part of a truncated photo is drawn', async ({ page }) => {
  await page.addInitScript(() => {
    const originalFetch = window.fetch
    window.fetch = async (...request) => {
      const response = await originalFetch(...request)
      if (!/\/documents\/\d+\/content/.test(response.url)) return response
      const bytes = await response.arrayBuffer()
      return new Response(bytes.slice(0, bytes.byteLength * 0.6), { headers: response.headers })
    }
  })
  await openDesk(page, 'Mika Sommer')
  await expect(page.getByRole('img', { name: 'page1.jpg' })).toBeVisible()
  await expect(page.getByText(/^The end of this picture is missing or damaged/)).toBeVisible()
  const leftAndTop = [
    [0.5, 0.02],
    [0.5, 0.3],
  ] as const
  await expect.poll(() => readCanvasAt(page, leftAndTop)).toEqual(['table', 'paper'])
})
