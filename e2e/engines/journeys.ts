import { join } from 'node:path'
import { expect, type TestType } from '@playwright/test'
import { readStoredCorrection } from '../support/desk.ts'
import type { NodeHost } from '../support/nodeHost.ts'
import { nameOf, password } from '../support/people.ts'
import { type App, button, byLabel, byRole, byText, link } from './App.ts'

const schoolFiles = join(import.meta.dirname, '../../src/school/files')
const support = join(import.meta.dirname, '../support')

const signInButton = button(/^(?:Continue|Sign in with a password)/)

/** Menu with the account. On phones it also has the actions of the screen. */
const accountButton = ({ isNarrow }: App) =>
  isNarrow ? button('More', byRole('banner')) : button(new RegExp(`^(?!Role).*${nameOf('albrecht')}`))

/** Whether a picture or canvas shows the red pen to the right of its middle. Runs in the page. */
function hasRedLine(picture: Element): boolean {
  const size = 600
  const context = new OffscreenCanvas(size, size).getContext('2d')
  context?.drawImage(picture.querySelector('canvas') ?? (picture as HTMLImageElement), 0, 0, size, size)
  const { data } = context?.getImageData(size / 2, size / 2 - 20, 40, 40) ?? { data: [] }
  return [...data].some((red, at) => at % 4 === 0 && red - (data[at + 1] ?? 0) > 60)
}

/** Defines the journeys for one kind of driver. */
export function defineJourneys(test: TestType<{ app: App; node: NodeHost }, object>): void {
  test('sign in', async ({ app }) => {
    await app.goto('/')
    await app.click(signInButton)
    await app.fill(byLabel('Login name'), 'albrecht')
    await app.fill(byLabel('Password'), password)
    await app.press('Enter')
    await app.expectVisible(byRole('heading', 'My day'))
    await app.expectVisible(accountButton(app))
  })

  test('sign out', async ({ app }) => {
    await app.enterAs('albrecht', '/chats/1')
    await app.fill(byRole('textbox', 'Message'), 'Half a sent')
    await app.click(accountButton(app))
    await app.click(byRole('menuitem', 'Sign out'))
    await app.click(button('Sign out and discard', byRole('dialog', 'Sign out and lose this?')))
    await app.expectVisible(signInButton)
    await app.goto('/chats/1')
    await app.expectVisible(signInButton)
  })

  test('timetable', async ({ app }) => {
    await app.enterAs('albrecht', '/classes/1/timetable')
    await app.click(button(/^Maths.*Note/, byRole('main')))
    const card = byRole('dialog', /^Maths, Wed 18 Nov, Period 2$/)
    await app.expectVisible(byText(/Bring set squares on Wednesdays\./, card))
    await app.press('Escape')
    await app.expectGone(card)
    // Phones show one day.
    await app.click(button(app.isNarrow ? 'Day after' : 'Week after'))
    await app.expectVisible(
      app.isNarrow ? byRole('region', /^Thursday 19 November/) : byRole('columnheader', /^Mon 23/),
    )
  })

  test('set homework', async ({ app }) => {
    await app.enterAs('albrecht', '/classes/1/homework/new?subject=1')
    const form = byRole('dialog', 'New homework')
    await app.fill(byLabel('Task', form), 'Fractions p. 48, nos. 1 and 2')
    await app.click(button(/^Next Maths lesson: /, form))
    await app.click(byLabel('Can be handed in', form))
    await app.fill(byLabel('Maximum points', form), '7,5')
    await app.click(button('Set homework', form))
    await app.expectGone(form)
    await app.expectVisible(link('Fractions p. 48, nos. 1 and 2'))
  })

  test('hand in photos', async ({ app }) => {
    await app.enterAs('sommer', '/classes/1/homework')
    await app.click(link(/^Fractions p. 45/))
    const form = byRole('form', 'Hand in')
    // Only Safari can decode HEIC itself.
    const photos = [join(schoolFiles, 'fractions-1.jpg'), join(support, 'photos/tiny.heic')]
    await app.upload(byLabel('Choose files', form), photos)
    await app.click(button('Move tiny.heic up', form))
    await app.click(button('Hand in', form))
    await app.expectVisible(byText('Handed in. Your teacher can see it now.'))
    const files = byRole('list', 'Your files')
    await app.expectVisible(button(/^Page 2 fractions-1\.jpg/, files))
    await app.click(button(/^Page 1 tiny\.jpg/, files))
    await app.expectVisible(byRole('img', 'Page 1 tiny.jpg'))
  })

  test('mark with the pen and return', async ({ app, node }) => {
    const markPage = async () => {
      await app.click(app.isNarrow ? button('Mark this page') : button('Fit'))
      await app.draw(byRole('application', /^Pen on page 1 of/))
      await app.expectVisible(byRole('img', 'Your marks on page 1: 1 line'))
      if (app.isNarrow) await app.click(button(/^Back to the submission: /))
    }
    await app.enterAs('albrecht', '/classes/1/homework/1/submissions/13')
    await app.expectVisible(byRole('img', 'page1.jpg'))
    if (!app.isNarrow) await app.click(button('Pen', byRole('toolbar', 'Marking tools')))
    await markPage()
    await app.click(button('exercise 5.pdf'))
    await app.expectVisible(byRole('img', 'Page 1 of 3'))
    await markPage()
    await app.fill(byRole('textbox', 'Feedback'), 'Both right.')
    await app.fill(byRole('textbox', 'Points'), '4,5')
    await app.expectVisible(byText('Your marks on page1.jpg'))
    await app.expectVisible(byText('Your marks on exercise 5.pdf'))
    await app.click(button(/^Return and next/))
    // The correction is sent after the ten seconds of its undo.
    await expect
      .poll(() => readStoredCorrection(node, 1, 'Mika Sommer'))
      .toMatchObject({ teacher_correction: 'Both right.', points: 4.5, corrections: 1 })

    await app.enterAs('sommer', '/classes/1/homework/1')
    await app.expectVisible(byText('Both right.'))
    const files = byRole('region', 'Files')
    await app.expectTrue(byRole('img', 'page1-marked.jpg', files), hasRedLine)
    await app.click(button('exercise 5-marked.pdf', files))
    const copy = byRole('region', 'exercise 5-marked.pdf', files)
    await app.expectTrue(byRole('img', 'Page 1 of 3', copy), hasRedLine)
  })

  test('chat', async ({ app }) => {
    await app.enterAs('albrecht', '/chats/1')
    await app.fill(byRole('textbox', 'Message'), 'Our test is next week.')
    await app.press('Enter')
    await app.expectVisible(byText('Our test is next week.', byRole('log')))
  })

  test('poll', async ({ app }) => {
    await app.enterAs('albrecht', '/chats/1')
    await app.click(button('Poll'))
    const form = byRole('dialog')
    await app.fill(byRole('textbox', 'Question', form), 'Which day for the test?')
    await app.fill(byRole('textbox', 'Answer 1', form), 'Tuesday')
    await app.fill(byRole('textbox', 'Answer 2', form), 'Thursday')
    await app.click(button(/^Send/, form))
    await app.expectGone(form)
    await app.click(byRole('radio', /^Thursday/, byRole('group', /^Which day for the test\?/)))
    await app.expectVisible(byText(/^1 of 31 has voted/, byRole('log')))
  })

  test('upload and preview files', async ({ app }) => {
    await app.enterAs('albrecht', '/classes/1/files')
    const files = ['sheet-of-many.pdf', 'pike.jpg'].map(name => join(schoolFiles, name))
    await app.upload(byLabel('Choose files to upload'), files)
    await app.click(link('sheet-of-many.pdf'))
    await app.expectVisible(byRole('img', /^Page 1 of /))
    await app.click(button('Close the preview'))
    await app.click(link('pike.jpg'))
    await app.expectVisible(byRole('img', 'pike.jpg'))
  })

  test('give access', async ({ app }) => {
    const openMenu = () => app.click(button('More for “Fractions p. 42”'))
    await app.enterAs('albrecht', '/classes/1/homework')
    await openMenu()
    await app.click(byRole('menuitem', 'Access'))
    const drawer = byRole('dialog', /^Access to/)
    await app.fill(byRole('combobox', 'Add people', drawer), 'tanaka')
    await app.click(byRole('option', /^Aiko Tanaka/))
    await app.click(button('Add 1 person', drawer))
    await app.click(button('Role of Aiko Tanaka: Read', drawer))
    await app.click(byRole('menuitemradio', /^Write (?!without)/))
    await app.click(button('Give this role'))
    await app.expectVisible(button('Role of Aiko Tanaka: Write', drawer))
    await app.enterAs('tanaka', '/classes/1/homework')
    await openMenu()
    await app.expectVisible(byRole('menuitem', 'Change'))
  })
}
