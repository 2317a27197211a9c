import { expect, type Page } from '@playwright/test'

/** A screen or a state of one, and how a person gets there. Words in both languages. */
export type Visit = { state: string; go: (page: Page) => Promise<void> }

const shows = (page: Page, level: 1 | 2, name: RegExp) =>
  expect(page.getByRole('heading', { level, name })).toBeVisible()

/** Before anybody is signed in. */
export const publicScreens: Visit[] = [
  { state: 'sign-in', go: page => signInPage(page, '/sign-in') },
  ...['declined', 'expired', 'mismatch', 'failed'].map(notice => ({
    state: `sign-in, ${notice}`,
    go: async (page: Page) => {
      await signInPage(page, `/sign-in?notice=${notice}`)
      await expect(page.getByRole('alert')).toBeVisible()
    },
  })),
  {
    state: 'authorize',
    go: async page => {
      await signInPage(page, '/sign-in')
      await page.getByRole('button', { name: /^(?:Continue to|Weiter zu) / }).click()
      await shows(page, 1, /^(?:Sign in to your|Melde dich bei deinem) /)
      await page.getByRole('button', { name: /^(?:Sign in and allow|Anmelden und erlauben)$/ }).click()
      await expect(page.getByRole('alert').first()).toBeVisible()
    },
  },
  {
    state: 'authorize, refused',
    go: async page => {
      await page.goto('/auth/oauth2/authorize?client_id=nobody')
      await expect(page.getByRole('alert')).toBeVisible()
    },
  },
]

async function signInPage(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await shows(page, 1, /^(?:Sign in with your|Melde dich mit deinem) /)
}

const timetable =
  (path: string): Visit['go'] =>
  async page => {
    await page.goto(path)
    await expect(page.locator('[data-lesson]').first()).toBeVisible()
  }

const homeworkList =
  (courseId: number): Visit['go'] =>
  async page => {
    await page.goto(`/classes/${courseId}/homework`)
    await shows(page, 1, /^(?:Homework|Hausaufgaben)$/)
    await page.waitForLoadState('networkidle')
  }
const drawer =
  (path: string, title: RegExp): Visit['go'] =>
  async page => {
    await page.goto(path)
    const dialog = page.getByRole('dialog', { name: title })
    await expect(dialog.getByRole('textbox').first()).toBeVisible()
    await page.waitForLoadState('networkidle')
  }
/** A chat that can be read and written in, with all that it asks for. */
const openChat =
  (path: string): Visit['go'] =>
  async page => {
    await page.goto(path)
    await expect(page.getByRole('log')).toBeVisible()
    await expect(page.getByRole('textbox', { name: /^(?:Message|Nachricht)$/ })).toBeVisible()
    await page.waitForLoadState('networkidle')
  }
const teachers8b = '/chats/2'

/** For who is in the chat of the teachers of 8b. */
const chatScreens: Visit[] = [
  {
    state: 'chats',
    go: async page => {
      await page.goto('/chats')
      await expect(page.getByRole('complementary').getByRole('link').first()).toBeVisible()
      await page.waitForLoadState('networkidle')
    },
  },
  {
    state: 'chats, nothing found',
    go: async page => {
      await page.goto('/chats?find=xyzzy')
      await shows(page, 2, /“xyzzy”|„xyzzy“/)
    },
  },
  { state: 'chat', go: openChat(teachers8b) },
  {
    state: 'chat, searched',
    go: async page => {
      await openChat(teachers8b)(page)
      await page.getByRole('button', { name: /^(?:Search in this chat|In diesem Chat suchen)$/ }).click()
      await page.keyboard.type('physics')
      await expect(page.getByRole('status').filter({ hasText: /^1 (?:of|von) / })).toBeAttached()
    },
  },
  {
    state: 'chat info',
    go: async page => {
      await openChat(teachers8b)(page)
      await page.getByRole('button', { name: /^(?:Chat info|Über den Chat)$/ }).click()
      const people = page.getByRole('list', { name: /^(?:People|Personen)$/ })
      await expect(people.getByRole('listitem').first()).toBeVisible()
    },
  },
  { state: 'new chat', go: drawer('/chats/new', /^(?:New chat|Neuer Chat)$/) },
  {
    state: 'chat, not there',
    go: async page => {
      await page.goto('/chats/999999')
      await shows(page, 2, /^(?:This chat is not here|Diesen Chat gibt es hier nicht)$/)
    },
  },
]
/** Homework 17, 6c's German, all of it corrected. */
const corrected = '/classes/3/homework/17'

/** For `kern`, who teaches in 6c, 10a and the empty class. */
export const signedInScreens: Visit[] = [
  { state: 'homework', go: homeworkList(3) },
  { state: 'homework, long texts', go: homeworkList(2) },
  { state: 'homework, empty', go: homeworkList(4) },
  {
    state: 'homework, nothing found',
    go: async page => {
      await page.goto('/classes/3/homework?find=xyzzy')
      await shows(page, 2, /./)
    },
  },
  { state: 'new homework', go: drawer('/classes/3/homework/new', /^(?:New homework|Neue Hausaufgabe)$/) },
  { state: 'change homework', go: drawer(`${corrected}/change`, /^(?:Change homework|Hausaufgabe ändern)$/) },
  {
    state: 'task',
    go: async page => {
      await page.goto(corrected)
      await shows(page, 2, /Story: the lost key/)
      await page.waitForLoadState('networkidle')
    },
  },
  {
    state: 'desk',
    go: async page => {
      await page.goto(`${corrected}/submissions`)
      await shows(page, 1, /Story: the lost key/)
      await page.waitForLoadState('networkidle')
    },
  },
  {
    state: 'desk, overview',
    go: async page => {
      await page.goto(`${corrected}/overview`)
      await shows(page, 1, /Story: the lost key/)
      await expect(page.getByRole('button', { name: /CSV/ })).toBeVisible()
      await page.waitForLoadState('networkidle')
    },
  },
  ...chatScreens,
  { state: 'timetable, week', go: timetable('/classes/3/timetable') },
  { state: 'timetable, week, ten hours', go: timetable('/classes/2/timetable') },
  { state: 'timetable, day', go: timetable('/classes/3/timetable?view=day') },
  { state: 'timetable, day, ten hours', go: timetable('/classes/2/timetable?view=day') },
  {
    state: 'timetable, card',
    go: async page => {
      await timetable('/classes/2/timetable')(page)
      await page.locator('[data-lesson]').first().click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  {
    state: 'timetable, empty',
    go: async page => {
      await page.goto('/classes/4/timetable')
      await shows(page, 2, /^(?:No timetable|Noch kein Stundenplan)/)
    },
  },
  {
    state: 'timetable, failed',
    go: async page => {
      await page.goto('/classes/9004/timetable')
      await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
    },
  },
  {
    state: 'timetable, broken rows',
    go: async page => {
      await page.goto('/classes/9051/timetable')
      await expect(page.getByText(/^5 (?:entries|Einträge)/)).toBeVisible()
    },
  },
  {
    state: 'palette',
    go: async page => {
      await timetable('/classes/3/timetable')(page)
      await page.keyboard.press('Control+k')
      await expect(page.getByRole('combobox')).toBeFocused()
    },
  },
  {
    state: 'palette, nothing found',
    go: async page => {
      await timetable('/classes/3/timetable')(page)
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox').fill('xyzzy')
      await expect(page.getByText(/“xyzzy”|„xyzzy“/)).toBeVisible()
    },
  },
  {
    state: 'shortcuts',
    go: async page => {
      await timetable('/classes/3/timetable')(page)
      await page.keyboard.press('?')
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  {
    state: 'me menu',
    go: async page => {
      await timetable('/classes/3/timetable')(page)
      await page
        .getByRole('button', { name: /Peter Kern|^More$|^Mehr$/ })
        .filter({ visible: true })
        .first()
        .click()
      await expect(page.getByRole('menuitemradio').first()).toBeVisible()
    },
  },
  {
    state: 'add a class',
    go: async page => {
      await timetable('/classes/3/timetable')(page)
      await page
        .getByRole('button', { name: /^(?:Class|Klasse) 6c/ })
        .filter({ visible: true })
        .first()
        .click()
      await page.getByRole('menuitem').last().click()
      await page.getByRole('dialog').getByRole('textbox').fill('none')
      await page.getByRole('dialog').getByRole('textbox').press('Enter')
      await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible()
    },
  },
  {
    state: 'tokens',
    go: async page => {
      await page.goto('/settings/tokens')
      await expect(page.getByRole('textbox')).toBeVisible()
    },
  },
  {
    state: 'tokens, just made',
    go: async page => {
      await page.goto('/settings/tokens')
      await page
        .getByRole('textbox')
        .fill('A script with a name that goes on for longer than a phone is wide')
      await page.getByRole('textbox').press('Enter')
      await expect(page.getByRole('button', { name: /^(?:Copy|Kopieren)$/ })).toBeVisible()
    },
  },
  {
    state: 'no such homework',
    go: async page => {
      await page.goto('/classes/3/homework/999999')
      await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
    },
  },
  {
    state: 'no such page',
    go: async page => {
      await page.goto('/nowhere/at/all')
      await shows(page, 1, /./)
      await expect(
        page.getByRole('main').getByRole('link').or(page.getByRole('main').getByRole('button')),
      ).toBeVisible()
    },
  },
]

const desk =
  (pupil: number): Visit['go'] =>
  async page => {
    await page.goto(`/classes/1/homework/1/submissions/${pupil}`)
    await expect(page.getByRole('textbox', { name: /^(?:Correction|Korrektur)/ })).toBeVisible()
    await page.waitForLoadState('networkidle')
  }

/** For `albrecht`, with work of 8b to correct. */
export const correctingScreens: Visit[] = [
  { state: 'homework, to correct', go: homeworkList(1) },
  { state: 'desk, photos', go: desk(13) },
  { state: 'desk, the next pupil', go: desk(14) },
  {
    state: 'desk, phrases',
    go: async page => {
      await desk(13)(page)
      await page.getByRole('button', { name: /^(?:Phrases|Bausteine)/ }).click()
      await expect(page.getByRole('searchbox').or(page.getByRole('combobox')).first()).toBeVisible()
    },
  },
  {
    state: 'desk, a draft',
    go: async page => {
      await desk(13)(page)
      await page.getByRole('textbox', { name: /^(?:Correction|Korrektur)/ }).fill('Well done.')
      await expect(page.getByText(/^(?:Draft saved|Entwurf gespeichert)/)).toBeVisible()
    },
  },
  {
    state: 'overview, points',
    go: async page => {
      await page.goto('/classes/1/homework/1/overview')
      await expect(page.getByRole('button', { name: /CSV/ })).toBeVisible()
      await page.waitForLoadState('networkidle')
    },
  },
  {
    state: 'sign out with a draft',
    go: async page => {
      await desk(13)(page)
      await page.getByRole('textbox', { name: /^(?:Correction|Korrektur)/ }).fill('Well done!')
      await expect(page.getByText(/^(?:Draft saved|Entwurf gespeichert)/)).toBeVisible()
      await page
        .getByRole('button', { name: /Jana Albrecht|^More$|^Mehr$/ })
        .filter({ visible: true })
        .first()
        .click()
      await page.getByRole('menuitem', { name: /^(?:Sign out|Abmelden)$/ }).click()
      await expect(page.getByRole('dialog', { name: /^(?:Sign out and|Abmelden und)/ })).toBeVisible()
    },
  },
]
