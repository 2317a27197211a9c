import type { CDPSession, Locator, Page } from '@playwright/test'

/** Position in page coordinates, 0 to 1 from the upper left corner of the page as it is stored. */
export type PagePoint = readonly [x: number, y: number]
export type Box = { left: number; top: number; right: number; bottom: number }

export const penToolbar = (page: Page): Locator => page.getByRole('toolbar', { name: 'Marking tools' })
export const penTool = (page: Page, name: string): Locator =>
  penToolbar(page).getByRole('button', { name, exact: true })
/** The page on which the chosen tool works. */
export const penSurface = (page: Page): Locator => page.getByRole('application')
export const markStatus = (page: Page, text: string | RegExp): Locator =>
  page.getByRole('status').filter({ hasText: text })

/** Position of a point of the upright page in the window, in CSS pixels. */
export async function toWindow(page: Page, [x, y]: PagePoint): Promise<{ x: number; y: number }> {
  const box = await penSurface(page).first().boundingBox()
  if (!box) throw new Error('No tool is chosen.')
  return { x: box.x + x * box.width, y: box.y + y * box.height }
}

export async function drawWithMouse(page: Page, points: readonly PagePoint[]): Promise<void> {
  for (const [index, point] of points.entries()) {
    const { x, y } = await toWindow(page, point)
    await page.mouse.move(x, y)
    if (index === 0) await page.mouse.down()
  }
  await page.mouse.up()
}

/** Draws with a finger. */
export async function drawWithFinger(
  page: Page,
  devtools: CDPSession,
  points: readonly PagePoint[],
): Promise<void> {
  for (const [index, point] of points.entries()) {
    const touchPoints = [{ ...(await toWindow(page, point)), id: 1 }]
    await devtools.send('Input.dispatchTouchEvent', {
      type: index === 0 ? 'touchStart' : 'touchMove',
      touchPoints,
    })
  }
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

/** Draws with a stylus, pressing harder from point to point. The right button is that of its barrel. */
export async function drawWithStylus(
  page: Page,
  devtools: CDPSession,
  points: readonly PagePoint[],
  button: 'left' | 'right' = 'left',
): Promise<void> {
  for (const [index, point] of points.entries()) {
    const event = {
      ...(await toWindow(page, point)),
      pointerType: 'pen',
      button,
      buttons: button === 'left' ? 1 : 2,
      force: 0.2 + (0.7 * index) / points.length,
    } as const
    await devtools.send('Input.dispatchMouseEvent', {
      ...event,
      type: index === 0 ? 'mousePressed' : 'mouseMoved',
      clickCount: index === 0 ? 1 : 0,
    })
  }
  const last = points.at(-1)
  if (!last) return
  await devtools.send('Input.dispatchMouseEvent', {
    ...(await toWindow(page, last)),
    type: 'mouseReleased',
    pointerType: 'pen',
    button,
    clickCount: 1,
  })
}

/** Colours of the pen. */
const inks = { red: [198, 37, 64], green: [56, 118, 29], blue: [31, 95, 196] } as const

/**
 * Returns the box around the marks of one colour as they appear in the window, 0 to 1 within the picture. Undefined
 * without marks.
 */
export async function findInk(
  page: Page,
  picture: Locator,
  ink: keyof typeof inks,
  /** Of each colour channel. A JPEG changes colours. */
  tolerance = 24,
): Promise<Box | undefined> {
  const screenshot = (await picture.screenshot()).toString('base64')
  return page.evaluate(
    async ({ screenshot, ink, tolerance }) => {
      const bytes = Uint8Array.from(atob(screenshot), character => character.charCodeAt(0))
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
      const { width, height } = bitmap
      const context = new OffscreenCanvas(width, height).getContext('2d')
      if (!context) throw new Error('no canvas')
      context.drawImage(bitmap, 0, 0)
      const { data } = context.getImageData(0, 0, width, height)
      let [left, top, right, bottom] = [width, height, -1, -1]
      for (let index = 0; index < width * height; index += 1) {
        const isInk = ink.every(
          (value, channel) => Math.abs((data[index * 4 + channel] ?? 0) - value) < tolerance,
        )
        if (!isInk) continue
        const [x, y] = [index % width, Math.floor(index / width)]
        left = Math.min(left, x)
        right = Math.max(right, x)
        top = Math.min(top, y)
        bottom = Math.max(bottom, y)
      }
      if (right < 0) return undefined
      return {
        left: left / width,
        top: top / height,
        right: (right + 1) / width,
        bottom: (bottom + 1) / height,
      }
    },
    { screenshot, ink: [...inks[ink]], tolerance },
  )
}
