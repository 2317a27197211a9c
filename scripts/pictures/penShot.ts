import type { Page } from '@playwright/test'

type Point = readonly [x: number, y: number]

/** Positions on Mika's first page, 0 to 1 from its upper left corner. */
const ticks: readonly Point[] = [
  [0.62, 0.117],
  [0.25, 0.313],
  [0.68, 0.488],
]
const underline: readonly Point[] = Array.from({ length: 12 }, (_, step) => [
  0.105 + step * 0.007,
  0.349 + Math.sin(step / 3) * 0.001,
])
const highlight: readonly Point[] = Array.from({ length: 12 }, (_, step) => [0.375 + step * 0.013, 0.488])

/** Marks the page on screen, and writes the feedback. */
export async function takePen(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: /^Feedback/ }).fill('All of it is right. No. 3 is well corrected.')
  await page.getByText(/Draft saved/).waitFor()
  const isPhone = (page.viewportSize()?.width ?? 0) < 600
  if (isPhone) await page.getByRole('button', { name: 'Mark this page' }).click()
  await chooseTool(page, 'Tick')
  for (const point of ticks) await draw(page, [point])
  await page.keyboard.press('2')
  await chooseTool(page, 'Highlight')
  await draw(page, highlight)
  await page.keyboard.press('1')
  await chooseTool(page, 'Text')
  await draw(page, [[0.47, 0.39]])
  await page.keyboard.type('well corrected')
  await page.keyboard.press('Escape')
  await chooseTool(page, 'Pen')
  await draw(page, underline)
  await page.mouse.move(0, 0)
  await page.getByRole('img', { name: /3 ticks.*well corrected/ }).waitFor()
  await page.getByText(/^Marked copy, saved/).waitFor()
}

async function chooseTool(page: Page, name: string): Promise<void> {
  await page.getByRole('toolbar').getByRole('button', { name, exact: true }).click()
  await page.getByRole('application', { name: new RegExp(`^${name}`) }).waitFor()
}

async function draw(page: Page, points: readonly Point[]): Promise<void> {
  const box = await page.getByRole('application').boundingBox()
  if (!box) throw new Error('No tool is chosen.')
  for (const [step, [x, y]] of points.entries()) {
    await page.mouse.move(box.x + x * box.width, box.y + y * box.height)
    if (step === 0) await page.mouse.down()
  }
  await page.mouse.up()
}
