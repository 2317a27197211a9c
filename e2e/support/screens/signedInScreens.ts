import { expect } from '@playwright/test'
import { password } from '../people.ts'
import { chatScreens } from './chatScreens.ts'
import { homeworkScreens } from './homeworkScreens.ts'
import { subjectScreens } from './subjectScreens.ts'
import { timetable, timetableScreens } from './timetableScreens.ts'
import { expectHeading, type Visit } from './visit.ts'

/** Screens of no feature, e.g. the palette and error screens. */
const shellScreens: Visit[] = [
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
    state: 'tokens, just made',
    go: async page => {
      await page.goto('/settings/tokens')
      await page
        .getByRole('textbox')
        .first()
        .fill('A script with a name that goes on for longer than a phone is wide')
      await page.locator('input[name=username]').fill('albrecht')
      await page.locator('input[name=password]').fill(password)
      await page.locator('input[name=password]').press('Enter')
      await expect(page.getByRole('button', { name: /^(?:Copy|Kopieren)$/ })).toBeVisible()
    },
  },
  {
    state: 'page doesn’t exist',
    go: async page => {
      await page.goto('/nowhere/at/all')
      await expectHeading(page, 1, /./)
      await expect(
        page.getByRole('main').getByRole('link').or(page.getByRole('main').getByRole('button')),
      ).toBeVisible()
    },
  },
]

/** For `kern`, who teaches in 6c, 10a and the empty class. */
export const signedInScreens: Visit[] = [
  ...homeworkScreens,
  ...chatScreens,
  ...timetableScreens,
  ...subjectScreens,
  ...shellScreens,
]
