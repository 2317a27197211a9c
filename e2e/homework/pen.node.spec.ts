import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { enterAtDesk } from '../support/desk.ts'
import { expectFitting } from '../support/fitting.ts'
import { advanceClocks, test } from '../support/fixtures.ts'
import {
  type Box,
  drawWithFinger,
  drawWithMouse,
  drawWithStylus,
  findInk,
  markStatus,
  type PagePoint,
  penSurface,
  penTool,
  penToolbar,
  toWindow,
} from '../support/pen.ts'

const picture = (page: Page, name = 'page1.jpg') => page.getByRole('img', { name, exact: true })
const marks = (page: Page, text: string | RegExp) => page.getByRole('img', { name: text })
const saved = /^Marked copy, saved \d\d:\d\d\. Mika gets page1-marked\.jpg when you return it\.$/

const openPage = async (page: Page) => {
  await enterAtDesk(page, 1, 1, 13)
  await expect(picture(page)).toBeVisible()
  // The whole page is visible, so that a screenshot shows all of it.
  await page.getByRole('button', { name: 'Fit' }).click()
  // The draft was read.
  await expect(penTool(page, 'Pen')).toBeEnabled()
}

/** Expects the marks of a colour at a box of the page, turned clockwise by `turns` quarters, within 1.5 % of the page. */
async function expectInkAt(
  page: Page,
  ink: 'red' | 'green' | 'blue',
  expected: Box,
  quarterTurns = 0,
): Promise<void> {
  let box = expected
  for (let turn = 0; turn < quarterTurns; turn += 1)
    box = { left: 1 - box.bottom, top: box.left, right: 1 - box.top, bottom: box.right }
  await expect(async () => {
    const found = await findInk(page, picture(page), ink)
    expect(found, `${ink} marks`).toBeDefined()
    for (const side of ['left', 'top', 'right', 'bottom'] as const)
      expect(Math.abs((found?.[side] ?? 9) - box[side]), `${ink}, ${side}`).toBeLessThan(0.015)
  }).toPass()
}

const getZoom = (page: Page) => page.getByRole('group', { name: 'View' }).getByText(/\d %$/).textContent()

const line = (from: PagePoint, to: PagePoint, steps = 8): PagePoint[] =>
  Array.from({ length: steps + 1 }, (_, step) => {
    const share = step / steps
    return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share]
  })

const mouseLine = line([0.2, 0.2], [0.6, 0.3])
const fingerLine = line([0.3, 0.5], [0.7, 0.5])
const stylusLine = line([0.25, 0.7], [0.25, 0.9])
const boxOf = (points: readonly PagePoint[]): Box => ({
  left: Math.min(...points.map(([x]) => x)),
  top: Math.min(...points.map(([, y]) => y)),
  right: Math.max(...points.map(([x]) => x)),
  bottom: Math.max(...points.map(([, y]) => y)),
})

test('marks are drawn with mouse, finger and stylus, and stay where they are on the page', async ({
  page,
}) => {
  await openPage(page)
  const devtools = await page.context().newCDPSession(page)

  await test.step('no tool is active until one is chosen', async () => {
    await expect(penToolbar(page).getByRole('button', { pressed: true })).toHaveCount(2)
    await expect(penSurface(page)).toHaveCount(0)
  })

  await test.step('draw', async () => {
    // Thin lines have no pixel in the colour of the pen.
    await penTool(page, 'Thick').click()
    await penTool(page, 'Pen').click()
    await expect(penSurface(page)).toBeFocused()
    await drawWithMouse(page, mouseLine)
    await page.keyboard.press('2')
    await drawWithFinger(page, devtools, fingerLine)
    await page.keyboard.press('3')
    await drawWithStylus(page, devtools, stylusLine)
    await expect(marks(page, 'Your marks on page 1: 3 lines')).toBeVisible()
    await expect(markStatus(page, saved)).toBeVisible()
    await expect(page.getByText('Your marks on page1.jpg')).toBeVisible()
  })

  await test.step('after a stylus, fingers move the page, and its barrel button erases', async () => {
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('+')
    const getTop = async () => (await toWindow(page, [0, 0])).y
    const top = await getTop()
    // Next to a stylus, a hand has no effect for a second.
    await expect
      .poll(async () => {
        await drawWithFinger(page, devtools, line([0.5, 0.6], [0.5, 0.4]))
        return getTop()
      })
      .toBeLessThan(top - 20)
    // The first click fits the width.
    await page.getByRole('button', { name: 'Fit' }).dblclick()
    await penTool(page, 'Fingers').click()
    await drawWithFinger(page, devtools, line([0.3, 0.6], [0.7, 0.6]))
    await expect(marks(page, 'Your marks on page 1: 4 lines')).toBeVisible()
    await drawWithStylus(page, devtools, line([0.5, 0.55], [0.5, 0.65]), 'right')
    await expect(marks(page, 'Your marks on page 1: 3 lines')).toBeVisible()
  })

  const expectAll = async (quarterTurns: number) => {
    await expectInkAt(page, 'red', boxOf(mouseLine), quarterTurns)
    await expectInkAt(page, 'green', boxOf(fingerLine), quarterTurns)
    await expectInkAt(page, 'blue', boxOf(stylusLine), quarterTurns)
  }
  await test.step('rotation, zoom and a reload move no mark', async () => {
    await expectAll(0)
    await page.keyboard.press('r')
    await expectAll(1)
    // Drawn on the turned page: its left edge is the bottom of the page.
    await page.keyboard.press('1')
    await penTool(page, 'Tick').click()
    const { x, y } = await toWindow(page, [0.2, 0.5])
    await page.mouse.click(x, y)
    await expect(marks(page, /1 tick/)).toBeVisible()
    await page.keyboard.press('Control+z')
    await expect(marks(page, 'Your marks on page 1: 3 lines')).toBeVisible()
    const zoom = await getZoom(page)
    await page.keyboard.press('-')
    await expect.poll(() => getZoom(page)).not.toBe(zoom)
    await expectAll(1)
    await page.reload()
    await page.getByRole('button', { name: 'Fit' }).click()
    await expect(marks(page, 'Your marks on page 1: 3 lines')).toBeVisible()
    await expectAll(0)
    await expect(markStatus(page, saved)).toBeVisible()
  })

  await test.step('two fingers zoom instead of drawing', async () => {
    await page.keyboard.press('b')
    await expect(penSurface(page)).toBeFocused()
    const zoom = await getZoom(page)
    await expect(async () => {
      await pinch(page)
      expect(await getZoom(page)).not.toBe(zoom)
    }).toPass()
    await expect(marks(page, 'Your marks on page 1: 3 lines')).toBeVisible()
  })

  async function pinch(page: Page): Promise<void> {
    const { x, y } = await toWindow(page, [0.5, 0.5])
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', distance?: number) =>
      devtools.send('Input.dispatchTouchEvent', {
        type,
        touchPoints:
          distance === undefined
            ? []
            : [
                { x: x - distance, y, id: 1 },
                { x: x + distance, y, id: 2 },
              ],
      })
    await touch('touchStart', 40)
    for (const distance of [60, 80, 100]) await touch('touchMove', distance)
    await touch('touchEnd')
  }
})

test('the pen is used by keyboard, and all its controls work', async ({ page }) => {
  await openPage(page)
  await test.step('place marks at the cursor', async () => {
    await page.keyboard.press('v')
    await expect(penSurface(page)).toBeFocused()
    await expect(penTool(page, 'Tick')).toHaveAttribute('aria-pressed', 'true')
    for (let press = 0; press < 5; press += 1) await page.keyboard.press('ArrowUp')
    await expect(page.locator('[data-mark-cursor]')).toBeVisible()
    await page.keyboard.press('Enter')
    await page.keyboard.press('x')
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Enter')
    await page.keyboard.press('t')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Enter')
    await page.keyboard.type('see 1 a')
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.type('we do no. 5 together')
    await expectAccessible(page, 'text on a page')
    await page.keyboard.press('Enter')
    await expect(penSurface(page)).toBeFocused()
    await expect(marks(page, /: 1 tick, 1 cross, “see 1 a\s+we do no\. 5 together”$/)).toBeVisible()
    await page.keyboard.press('h')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Enter')
    await expect(marks(page, /1 highlight/)).toBeVisible()
    await expectAccessible(page, 'a marked page')
  })

  await test.step('h shows the previous file only without a tool', async () => {
    await page.keyboard.press('l')
    await expect(picture(page, 'page2.jpg')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(penSurface(page)).toHaveCount(0)
    await page.keyboard.press('h')
    await expect(picture(page)).toBeVisible()
  })

  await test.step('undo, redo, hide, erase', async () => {
    await page.keyboard.press('Control+z')
    await expect(marks(page, /1 highlight/)).toHaveCount(0)
    await page.keyboard.press('Control+Shift+z')
    await expect(marks(page, /1 highlight/)).toBeVisible()
    await penTool(page, 'Undo').click()
    await expect(marks(page, /1 highlight/)).toHaveCount(0)
    await penTool(page, 'Redo').click()
    await expect(marks(page, /1 highlight/)).toBeVisible()
    await penTool(page, 'Hide marks').click()
    await expect(marks(page, /1 highlight/)).toBeHidden()
    await penTool(page, 'Show marks').click()
    await expect(marks(page, /1 highlight/)).toBeVisible()
    await page.keyboard.press('m')
    await expect(marks(page, /1 highlight/)).toBeHidden()
    await penTool(page, 'Eraser').click()
    await expect(marks(page, /1 tick/)).toBeVisible()
    await drawWithMouse(page, line([0.02, 0.1], [0.98, 0.1]))
    // Two points of a fast pointer, none of them on the mark.
    await drawWithMouse(page, line([0.5, 0.3], [0.5, 0.6], 1))
    await expect(marks(page, /1 tick/)).toHaveCount(0)
    await page.keyboard.press('m')
    await expect(penTool(page, 'Show marks')).toBeVisible()
    await page.keyboard.press('Control+z')
    await expect(penTool(page, 'Hide marks')).toBeVisible()
    await expect(marks(page, /1 tick/)).toBeVisible()
    await penTool(page, 'Eraser').click()
  })

  await test.step('tools are chosen and put away with the mouse', async () => {
    for (const tool of ['Highlight', 'Cross', 'Text']) {
      await penTool(page, tool).click()
      await expect(penTool(page, tool)).toHaveAttribute('aria-pressed', 'true')
    }
    await penTool(page, 'Text').click()
    await expect(penSurface(page)).toHaveCount(0)
    for (const name of ['Green', 'Blue', 'Red', 'Thin', 'Thick', 'Medium']) {
      await penTool(page, name).click()
      await expect(penTool(page, name)).toHaveAttribute('aria-pressed', 'true')
    }
  })

  await test.step('Space moves the page', async () => {
    await page.keyboard.press('b')
    for (let press = 0; press < 4; press += 1) await page.keyboard.press('+')
    const before = await picture(page).boundingBox()
    const { x, y } = await toWindow(page, [0.5, 0.4])
    await page.mouse.move(x, y)
    await page.keyboard.down(' ')
    await expect(penSurface(page)).toHaveAttribute('data-panning', 'true')
    await page.mouse.down()
    await page.mouse.move(x, y - 60, { steps: 3 })
    await page.mouse.up()
    await page.keyboard.up(' ')
    await expect.poll(async () => (await picture(page).boundingBox())?.y).toBeLessThan((before?.y ?? 0) - 30)
    await expect(marks(page, /line/)).toHaveCount(0)
  })

  await test.step('the marked copy is left out', async () => {
    const leaveOut = page.getByRole('button', { name: 'Leave page1-marked.jpg out' })
    await leaveOut.click()
    await page.getByRole('button', { name: 'Keep them' }).click()
    await leaveOut.click()
    await page.getByRole('button', { name: 'Remove the marks' }).click()
    await expect(leaveOut).toHaveCount(0)
    await penTool(page, 'Undo').click()
    await expect(leaveOut).toBeVisible()
    // Stored again, although the draft was empty meanwhile.
    await expect(markStatus(page, saved)).toBeVisible()
    await page.reload()
    await expect(marks(page, /1 tick, 1 cross/)).toBeVisible()
  })
})

test('a page is marked on a phone, and in two tabs', async ({ page, context }) => {
  await enterAtDesk(page, 1, 1, 13)
  await page.setViewportSize({ width: 360, height: 740 })
  const devtools = await context.newCDPSession(page)
  await page.getByRole('button', { name: 'Mark this page' }).click()
  await expect(penTool(page, 'Pen')).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('navigation', { name: 'Screens' })).toBeHidden()
  await drawWithFinger(page, devtools, line([0.2, 0.2], [0.6, 0.3]))
  await expect(marks(page, 'Your marks on page 1: 1 line')).toBeVisible()
  await expectFitting(page, 'a page on a phone')
  await expectAccessible(page, 'a page on a phone')
  await penTool(page, 'Medium').click()
  await expect(penTool(page, 'Thick')).toBeVisible()
  await page.getByRole('button', { name: 'Feedback' }).click()
  await expect(page.getByText('Your marks on page1.jpg')).toBeInViewport()
  await page.getByRole('button', { name: 'Mark this page' }).click()
  await page.getByRole('button', { name: /^Back to the submission: .* of / }).click()
  await expect(penToolbar(page)).toHaveCount(0)
  await expect(markStatus(page, saved)).toBeVisible()
  const url = page.url()
  await page.getByRole('button', { name: 'Mark this page' }).click()
  await expect(penToolbar(page)).toBeVisible()
  await page.goBack()
  await expect(penToolbar(page)).toHaveCount(0)
  await expect(markStatus(page, saved)).toBeVisible()
  expect(page.url()).toBe(url)

  const other = await context.newPage()
  await other.goto(page.url())
  await expect(marks(other, 'Your marks on page 1: 1 line')).toBeVisible()
  await penTool(other, 'Pen').click()
  await drawWithMouse(other, line([0.2, 0.4], [0.6, 0.5]))
  await expect(marks(other, 'Your marks on page 1: 2 lines')).toBeVisible()
  await other.close()
})

test('marks stay on the page while storage is full, and are saved later', async ({ page, host }) => {
  await openPage(page)
  await page.keyboard.press('b')
  await drawWithMouse(page, mouseLine)
  await expect(markStatus(page, saved)).toBeVisible()
  await page.evaluate(() => {
    const { put } = IDBObjectStore.prototype
    Object.assign(window, {
      freeStorage: () => {
        IDBObjectStore.prototype.put = put
      },
    })
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  await drawWithMouse(page, fingerLine)
  await expect(markStatus(page, /^Not saved: this device has no room/)).toBeVisible()
  await expect(marks(page, getCount(2))).toBeVisible()
  await page.evaluate(() => Reflect.get(window, 'freeStorage')())
  await advanceClocks(page.context(), host, 11_000)
  await expect(markStatus(page, saved)).toBeVisible()
  await page.reload()
  await expect(marks(page, getCount(2))).toBeVisible()
})

test('a page killed while drawing loses at most the current stroke', async ({ page, context }) => {
  test.setTimeout(600_000)
  await openPage(page)
  const url = page.url()
  let current = page
  let drawn = 0
  for (let round = 0; round < 20; round += 1) {
    await penTool(current, 'Pen').click()
    const y = 0.1 + round * 0.04
    await drawWithMouse(current, line([0.2, y], [0.6, y]))
    drawn += 1
    await expect(marks(current, getCount(drawn))).toBeAttached()
    await expect(
      current.locator('[data-tone="ok"][aria-busy="false"]').filter({ hasText: saved }),
    ).toBeVisible()
    const { x, y: top } = await toWindow(current, [0.3, y + 0.02])
    await current.mouse.move(x, top)
    await current.mouse.down()
    await current.mouse.move(x + 40, top)
    const crashed = current.waitForEvent('crash')
    current.goto('chrome://crash').catch(() => undefined)
    await crashed
    await current.close()
    current = await context.newPage()
    await current.goto(url)
    await expect(picture(current)).toBeVisible()
    await current.getByRole('button', { name: 'Fit' }).click()
    await expect(marks(current, getCount(drawn))).toBeVisible()
  }
})

const getCount = (count: number) => `Your marks on page 1: ${count === 1 ? '1 line' : `${count} lines`}`
