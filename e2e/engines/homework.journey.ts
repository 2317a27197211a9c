import { join } from 'node:path'
import { expect } from '@playwright/test'
import { readStoredCorrection } from '../support/desk.ts'
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

test('correct and return', async ({ app, enterAs, node }) => {
  await enterAs('albrecht', '/classes/1/homework/1/submissions/13')
  await app.fill(byRole('textbox', 'Feedback'), 'Both right.')
  await app.fill(byRole('textbox', 'Points'), '4,5')
  await app.click(button(/^Return and next/))
  await app.expectVisible(button(/^Undo: returned to /))
  // The correction is sent after the time for its undo.
  await expect
    .poll(() => readStoredCorrection(node, 1, 'Mika Sommer'), { timeout: 60_000 })
    .toMatchObject({ teacher_correction: 'Both right.', points: 4.5, corrections: 1 })
  await enterAs('sommer', '/classes/1/homework/1')
  await app.expectVisible(byText('Both right.'))
})
