import { join } from 'node:path'
import { expect } from '@playwright/test'
import { readStoredCorrection } from '../support/desk.ts'
import type { AppPage } from './AppPage.ts'
import type { Ink } from './findInk.ts'
import { test } from './fixtures.ts'
import { button, byAltText, byLabel, byRole, byText, link, withText } from './targets.ts'

const photos = [
  join(import.meta.dirname, '../../src/school/files/fractions-1.jpg'),
  join(import.meta.dirname, '../support/photos/tiny.heic'),
]

test('set homework', async ({ app, enterAs }) => {
  const task = 'Fractions p. 48, nos. 1 and 2'
  await enterAs('albrecht', '/classes/1/homework/new')
  const form = byRole('dialog', 'New homework')
  await app.choose(byLabel('Subject', form), 'Maths')
  await app.fill(byLabel('Task', form), task)
  const nextLesson = button(/^Next Maths lesson: /, form)
  await app.click(nextLesson)
  await app.expectChecked(nextLesson)
  await app.click(byLabel('Can be handed in', form))
  await app.fill(byLabel('Maximum points', form), '7,5')
  await app.click(button('Set homework', form))
  await app.expectGone(form)
  await app.expectVisible(link(task))
})

test('hand in a photo', async ({ app, enterAs }) => {
  await enterAs('sommer', '/classes/1/homework')
  await app.click(link(/^Fractions p. 45/))
  const form = byRole('form', 'Hand in')
  const list = byRole('list', 'Photos', form)
  await app.addFiles(byLabel('Choose files', form), photos)
  // The engines other than Safari's can't decode HEIC themselves.
  await app.expectText(list, /Page 1.*fractions-1\.jpg.*Page 2.*tiny\.heic.*64 × 48/)
  await app.click(button('Move tiny.heic up', list))
  await app.expectText(list, /Page 1.*tiny\.heic.*Page 2.*fractions-1\.jpg/)
  const picture = (name: string) => byAltText('', withText(byRole('listitem', undefined, list), name))
  await app.drag(picture('fractions-1.jpg'), picture('tiny.heic'))
  await app.expectText(list, /Page 1.*fractions-1\.jpg.*Page 2.*tiny\.heic/)
  await app.click(button('Hand in', form))
  await app.expectVisible(byText('Handed in. Your teacher can see it now.'))
  const files = byRole('list', 'Your files')
  await app.expectText(files, /Page 1 fractions-1\.jpg.*Page 2 tiny\.jpg/)
  await app.click(button(/^Page 2 tiny\.jpg/, files))
  await app.expectVisible(byRole('img', 'Page 2 tiny.jpg'))
})

/** From 20 % to 60 % of the page's width, above its middle, so that viewers of any size show it. */
const line = Array.from({ length: 9 }, (_, step) => ({ x: 0.2 + (0.4 * step) / 8, y: 0.36 }))

function expectLine({ left, top, right, bottom }: Ink): void {
  expect(left).toBeCloseTo(0.2, 1)
  expect(right).toBeCloseTo(0.6, 1)
  expect((top + bottom) / 2).toBeCloseTo(0.36, 1)
}

/** Draws on the open file. The pen stays chosen for the next file. Phones first open the file in full. */
async function mark(app: AppPage): Promise<void> {
  const pen = button('Pen', byRole('toolbar', 'Marking tools'))
  await app.click(button(app.isNarrow ? 'Mark this page' : 'Fit'))
  await app.expectChecked(pen)
  await app.draw(byRole('application', /^Pen on page 1 of/), line)
  await app.expectVisible(byRole('img', 'Your marks on page 1: 1 line'))
  if (app.isNarrow) await app.click(button(/^Back to the submission: /))
}

test('mark and return', async ({ app, enterAs, node }) => {
  await enterAs('albrecht', '/classes/1/homework/1/submissions/13')
  await app.expectVisible(byRole('img', 'page1.jpg'))
  if (!app.isNarrow) await app.click(button('Pen', byRole('toolbar', 'Marking tools')))
  await mark(app)
  await app.click(button('exercise 5.pdf'))
  await app.expectVisible(byRole('img', 'Page 1 of 3'))
  await mark(app)
  await app.fill(byRole('textbox', 'Feedback'), 'Both right.')
  await app.fill(byRole('textbox', 'Points'), '4,5')
  await app.expectVisible(byText('Your marks on page1.jpg'))
  await app.expectVisible(byText('Your marks on exercise 5.pdf'))
  await app.click(button(/^Return and next/))
  // The correction is sent after the ten seconds of its undo.
  await expect
    .poll(() => readStoredCorrection(node, 1, 'Mika Sommer'), { timeout: 240_000 })
    .toMatchObject({ teacher_correction: 'Both right.', points: 4.5, corrections: 1 })
  await enterAs('sommer', '/classes/1/homework/1')
  await app.expectVisible(byText('Both right.'))
  const files = byRole('region', 'Files')
  const photo = byRole('img', 'page1-marked.jpg', files)
  await app.expectInk(expectLine, photo)
  await app.click(button('exercise 5-marked.pdf', files))
  const copy = byRole('region', 'exercise 5-marked.pdf', files)
  await app.expectInk(expectLine, byRole('img', 'Page 1 of 3', copy))
  await app.click(button('Download', withText(byRole('group', undefined, files), 'exercise 5-marked.pdf')))
  const path = await app.expectDownloaded('exercise 5-marked.pdf')

  // In the browser's own viewer the page may be larger than the window, and its text is selectable later.
  await expect(async () => {
    await app.openFile(path)
    await app.expectInk(({ count }) => expect(count).toBeGreaterThan(100))
    expect(await app.copyAll()).toContain('The wall has one whole at the top.')
  }).toPass({ timeout: 480_000 })
})
