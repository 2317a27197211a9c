import { expect, type Locator, type Page } from '@playwright/test'
import { test } from './fixtures.ts'
import { statusLines } from './guard.ts'
import { enterAs, grid, lesson } from './signInAs.ts'

/** Something that floats: where, what opens it by keyboard, and what shows that it is open. */
type Float = {
  name: string
  at: string
  opener: (page: Page) => Locator
  /** Enter, unless other keys open it. */
  key?: string
  /** Pressed in what opens with it, for what opens from there. */
  further?: readonly string[]
  /** Has the focus before, so that the opener is there. */
  near?: (page: Page) => Locator
  shown: (page: Page) => Locator
  width?: number
  /** Where the focus is afterwards, if not on what opened it. */
  back?: (page: Page) => Locator
}

const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first()
const link = (name: string | RegExp) => (page: Page) => page.getByRole('link', { name }).first()
const dialog = (name: string | RegExp) => (page: Page) => page.getByRole('dialog', { name })
const menu = (page: Page) => page.getByRole('menu')

const timetable = '/classes/1/timetable'
const homework = '/classes/1/homework'
const desk = '/classes/1/homework/1/submissions/13'
const chat = '/chats/2'
const folder = '/classes/1/files/3'
const drawer = `${homework}?access=todo_id.1`

/** Everything that floats or asks, for `albrecht`. */
const floats: Float[] = [
  { name: 'find', at: timetable, opener: button('Find'), shown: dialog('Find') },
  {
    name: 'find, from a lesson',
    at: timetable,
    opener: page => lesson(page, /^Maths.*Note/).first(),
    key: 'Control+k',
    shown: dialog('Find'),
  },
  {
    name: 'the card of a lesson',
    at: timetable,
    opener: page => lesson(page, /^Maths.*Note/).first(),
    shown: dialog(/^Maths, /),
  },
  { name: 'the account menu', at: timetable, opener: button(/Jana Albrecht/), shown: menu },
  { name: 'the class menu', at: timetable, opener: button(/Class 8b/), shown: menu },
  { name: 'the menu of a phone', at: timetable, opener: button('More'), shown: menu, width: 360 },
  {
    name: 'the list of shortcuts',
    at: timetable,
    opener: page => lesson(page, /^Maths.*Note/).first(),
    key: '?',
    shown: dialog('Keyboard shortcuts'),
  },
  { name: 'new homework', at: homework, opener: link('New homework'), shown: dialog('New homework') },
  {
    name: 'a change of homework',
    at: homework,
    opener: link(/^Change “Fractions p. 42”/),
    shown: dialog('Change homework'),
  },
  { name: 'access', at: homework, opener: link('Access to “Fractions p. 42”'), shown: dialog(/^Access to/) },
  { name: 'a role', at: drawer, opener: button('Role of Omar Ruiz: Write'), shown: menu },
  {
    name: 'a question over a drawer',
    at: drawer,
    opener: button('Remove yourself'),
    shown: dialog(/is deleted$/),
  },
  { name: 'phrases', at: desk, opener: button(/^Phrases/), shown: dialog(/^(?:Your p|P)hrases/) },
  {
    name: 'the list of pupils',
    at: desk,
    opener: button('Choose a pupil'),
    shown: dialog('Pupils'),
    width: 900,
  },
  { name: 'a new chat', at: '/chats', opener: link('New chat'), shown: dialog('New chat') },
  { name: 'the info of a chat', at: chat, opener: button('Chat info'), shown: dialog(/^About/) },
  { name: 'a new poll', at: chat, opener: button('Poll'), shown: dialog('New poll') },
  { name: 'a new folder', at: folder, opener: button('New folder'), shown: dialog('New folder') },
  {
    name: 'shortcuts, from the account menu',
    at: timetable,
    opener: button(/Jana Albrecht/),
    further: ['End', 'ArrowUp', 'ArrowUp', 'Enter'],
    shown: dialog('Keyboard shortcuts'),
  },
  {
    name: 'a class to add, from the class menu',
    at: timetable,
    opener: button(/Class 8b/),
    further: ['End', 'Enter'],
    shown: dialog('Add a class by its number'),
  },
  {
    name: 'a reaction',
    at: chat,
    near: page => page.getByRole('article').last(),
    opener: page => page.getByRole('article').last().getByRole('button', { name: 'React' }),
    shown: dialog('Choose a reaction'),
  },
  {
    name: 'a preview over the list',
    at: folder,
    opener: link(/\.\w{3}$/),
    shown: dialog(/\.\w{3}$/),
    width: 1000,
    back: page => page.locator('[data-entry]:focus'),
  },
  {
    name: 'a deletion, from the menu of a file',
    at: folder,
    opener: button(/^(?:Actions|More) for/),
    further: ['End', 'Enter'],
    shown: dialog(/^Delete this/),
    back: page => page.locator('[data-entry]').first(),
  },
  {
    name: 'the menu of a file',
    at: folder,
    opener: button(/^(?:Actions|More) for/),
    shown: menu,
    // The keys of the list go on from the row.
    back: page => page.locator('[data-entry]').first(),
  },
]

/** Not on the page as a whole, and not out of sight. */
async function expectSomewhere(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(() => document.activeElement !== document.body && document.activeElement?.tagName),
    )
    .toBeTruthy()
}

test('what floats gives the focus back to what opened it, by keyboard alone', async ({ page, guard }) => {
  test.setTimeout(300_000)
  guard.allow(statusLines(403))
  await enterAs(page)
  for (const {
    name,
    at,
    opener,
    key = 'Enter',
    further = [],
    near,
    shown,
    width = 1280,
    back = opener,
  } of floats) {
    await test.step(name, async () => {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(at)
      if (near) await expect(near(page)).toBeVisible()
      await near?.(page).focus()
      await expect(opener(page)).toBeVisible()
      await opener(page).focus()
      await page.keyboard.press(key)
      for (const next of further) {
        await expect(page.locator('[role="menu"]:focus-within')).toHaveCount(1)
        await page.keyboard.press(next)
      }
      await expect(shown(page)).toBeVisible()
      await expect(opener(page)).not.toBeFocused()
      await page.keyboard.press('Escape')
      await expect(shown(page)).toHaveCount(0)
      await expect(back(page)).toBeFocused()
    })
  }
})

test('a press beside a question keeps the focus in it, and its keys work on', async ({ page }) => {
  await enterAs(page, 'albrecht', drawer)
  const remove = page.getByRole('button', { name: 'Remove yourself' })
  await remove.click()
  const question = page.getByRole('dialog', { name: /is deleted$/ })
  await expect(question).toBeVisible()
  await page.mouse.click(20, 20)
  await expectSomewhere(page)
  expect(await question.evaluate(asked => asked.contains(document.activeElement))).toBe(true)
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(remove).toBeFocused()
})

test('a press beside a menu closes it and leads back to its button', async ({ page }) => {
  await enterAs(page)
  const account = page.getByRole('button', { name: /Jana Albrecht/ })
  await account.click()
  await expect(page.getByRole('menu')).toBeVisible()
  await page.getByRole('heading', { level: 2 }).click()
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(account).toBeFocused()
})

test('a name that is taken asks again in another folder, and the focus stays on the page', async ({
  page,
  guard,
}) => {
  guard.allow(statusLines(422))
  await enterAs(page, 'albrecht', '/classes/1/files')
  await page.goto(folder)
  await page.getByRole('link', { name: 'Class files' }).first().click()
  await expect(page).toHaveURL(/files$/)
  await page.goBack()
  await expect(page).toHaveURL(/files\/3$/)
  const file = { name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('The plan.') }
  await page.getByLabel('Choose files to upload').setInputFiles(file)
  await expect(page.getByRole('region', { name: 'Uploads' }).getByText('1 of 1 uploaded')).toBeVisible()
  await page.getByLabel('Choose files to upload').setInputFiles(file)
  const asked = page.getByRole('dialog', { name: '1 name is taken' })
  await expect(asked).toBeVisible()
  await page.goForward()
  await expect(page).toHaveURL(/files$/)
  await expect(asked).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(asked).toHaveCount(0)
  await expectSomewhere(page)
})

test('letters typed while the palette comes stand in its field', async ({ page }) => {
  let open = () => {}
  const opened = new Promise<void>(resolve => {
    open = resolve
  })
  await page.route(/\/app\/Palette-.*\.js/, async route => {
    await opened
    await route.continue()
  })
  await enterAs(page)
  await expect(grid(page)).toBeVisible()
  const from = lesson(page, /^Maths.*Note/).first()
  await from.focus()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('class ')
  open()
  const field = page.getByRole('combobox', { name: 'Find' })
  await expect(field).toHaveValue('class ')
  await expect(field).toBeFocused()
  await page.keyboard.type('8b')
  await expect(page.getByRole('option', { name: /^Class 8b/ }).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(field).toHaveCount(0)
  await expect(from).toBeFocused()
})

test('Escape closes the palette that has not come yet', async ({ page }) => {
  await page.route(/\/app\/Palette-.*\.js/, () => {})
  await enterAs(page)
  const find = page.getByRole('button', { name: 'Find' })
  await find.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Find' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(find).toBeFocused()
})

/** Finds a person with the palette and goes there. */
async function goToPerson(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Find' })).toBeFocused()
  await page.keyboard.type(name)
  await expect(page.getByRole('option', { name: new RegExp(name) }).first()).toBeVisible()
  await page
    .getByRole('option', { name: new RegExp(`${name}.*(?:Pupil|Teacher)`) })
    .first()
    .click()
}

test('a person in the palette leads to the chat with them, or to what they may see', async ({
  page,
  guard,
}) => {
  guard.allow(statusLines(403))
  await enterAs(page)
  await expect(grid(page)).toBeVisible()
  await page.goto('/chats')
  await expect(page.getByRole('complementary').getByRole('link').first()).toBeVisible()
  await goToPerson(page, 'Lena Weber')
  await expect(page.getByRole('heading', { level: 2, name: 'Lena Weber' })).toBeVisible()
  await goToPerson(page, 'Mika Sommer')
  await expect(page).toHaveURL(/\/classes\/1\/access\?find=Mika\+Sommer/)
  await expect(page.getByText('Mika Sommer').first()).toBeVisible()
})

test('a person in a pupil’s palette leads to a new chat with them', async ({ page }) => {
  await enterAs(page, 'sommer')
  await expect(grid(page)).toBeVisible()
  await goToPerson(page, 'Leyla Demir')
  const form = page.getByRole('dialog', { name: 'New chat' })
  await expect(form.getByRole('textbox', { name: 'Name' })).toHaveValue('Leyla Demir')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: /^Access to/ })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Add people' })).toBeVisible()
})

/** Every single key any screen has. */
const keys = [
  'ArrowRight',
  'ArrowLeft',
  't',
  'd',
  'w',
  'j',
  'k',
  'n',
  'N',
  'c',
  'p',
  '/',
  'x',
  'Backspace',
  '?',
]

test('no key of a screen runs while something floats above it', async ({ page }) => {
  test.setTimeout(120_000)
  await enterAs(page)
  const above: Pick<Float, 'name' | 'at' | 'opener' | 'shown'>[] = [
    ...floats.filter(({ name }) => ['the card of a lesson', 'the menu of a file', 'phrases'].includes(name)),
    { name: 'a menu over homework', at: homework, opener: button(/Jana Albrecht/), shown: menu },
  ]
  for (const { name, at, opener, shown } of above) {
    await test.step(name, async () => {
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.goto(at)
      await opener(page).focus()
      await page.keyboard.press('Enter')
      await expect(shown(page)).toBeVisible()
      // The focus is in it once it is where it will stay.
      await expect(opener(page)).not.toBeFocused()
      const [address, title] = [page.url(), await page.title()]
      for (const key of keys) await page.keyboard.press(key)
      await expect(shown(page)).toBeVisible()
      await expect(page.locator('[role="dialog"], [role="menu"]')).toHaveCount(1)
      expect([page.url(), await page.title()]).toEqual([address, title])
    })
  }
})
