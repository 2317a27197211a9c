import { expect } from '@playwright/test'
import { test } from '../support/fixtures.ts'
import { expectVisibleFocus, tabTo } from '../support/keyboardOnly.ts'
import { password } from '../support/people.ts'
import { grid } from '../support/signInAs.ts'

test('a teacher works by keyboard only', async ({ page }) => {
  const press = (...keys: string[]) =>
    keys.reduce((done, key) => done.then(() => page.keyboard.press(key)), Promise.resolve())
  const focused = page.locator(':focus')

  await test.step('sign in', async () => {
    await page.goto('/')
    await tabTo(page, page.getByRole('button', { name: /^Continue/ }))
    await expectVisibleFocus(page)
    await press('Enter')
    await expect(page.getByLabel('Login name')).toBeFocused()
    await page.keyboard.type('ruiz')
    await press('Tab')
    await page.keyboard.type(password)
    await press('Enter')
    await expect(page).toHaveURL(/\/day$/)
  })

  await test.step('move in the grid and open a lesson', async () => {
    await page.goto('/classes/1/timetable')
    await tabTo(page, grid(page).getByRole('button', { name: /^Maths.*Now/ }))
    await expectVisibleFocus(page)
    await press('ArrowUp')
    await expect(focused).toHaveAccessibleName(/^English/)
    await press('ArrowLeft')
    await expect(focused).toHaveAccessibleName(/^Music/)
    await press('ArrowRight', 'ArrowRight')
    await expect(focused).toHaveAccessibleName(/^English.*101/)
    await press('Enter')
    await expect(page.getByRole('dialog', { name: /^English, Thu 19 Nov/ })).toBeFocused()
    await press('Escape')
    await expect(focused).toHaveAccessibleName(/^English/)
  })

  await test.step('weeks and views', async () => {
    await press('Escape')
    await tabTo(page, page.getByRole('button', { name: 'Today', exact: true }), 'Shift+Tab')
    await press('ArrowRight')
    // The next key counts from the shown week, so the URL is not enough.
    await expect(page.getByRole('heading', { level: 2, name: /week 48/ })).toBeVisible()
    await expect(page).toHaveURL(/week=2026-W48/)
    await press('ArrowLeft')
    await expect(page.getByRole('heading', { level: 2, name: /week 47/ })).toBeVisible()
    await press('d')
    await expect(page.getByRole('region', { name: /^Wednesday 18 November/ })).toBeVisible()
    await press('ArrowRight')
    await expect(page.getByRole('region').first()).toHaveAccessibleName(/^Thursday 19/)
    await press('t')
    await expect(page.getByRole('region').first()).toHaveAccessibleName(/^Wednesday 18/)
    await press('w')
    await expect(grid(page)).toBeVisible()
  })

  await test.step('switch the class', async () => {
    await press('Control+k')
    await expect(page.getByRole('combobox', { name: 'Find' })).toBeFocused()
    await page.keyboard.type('class 10a')
    await press('Enter')
    await expect(page).toHaveURL(/\/classes\/2\/timetable/)
    await expect(page.locator('main')).toBeFocused()
    await press('Shift+Tab')
    await tabTo(page, page.getByRole('button', { name: 'Class 10a' }), 'Shift+Tab')
    await press('Enter')
    await expect(page.getByRole('menuitemradio', { name: 'Class 10a' })).toBeChecked()
    await expect(focused).toHaveAccessibleName(/Class 8b/)
    await press('Enter')
    await expect(page).toHaveURL(/\/classes\/1\/timetable/)
  })

  await test.step('shortcuts', async () => {
    await press('?')
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect(list).toContainText('Move between lessons')
    await press('Escape')
    await expect(list).toHaveCount(0)
  })

  await test.step('theme and language', async () => {
    await tabTo(page, page.getByRole('button', { name: /Omar Ruiz/ }))
    await press('Enter')
    await expect(page.getByRole('menuitemradio', { name: 'English' })).toBeVisible()
    for (
      let step = 0;
      step < 12 &&
      !(await page
        .getByRole('menuitemradio', { name: 'Dark' })
        .evaluate(item => item === document.activeElement));
      step += 1
    ) {
      await press('ArrowDown')
    }
    await press('Enter')
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
    await press('Control+k')
    await expect(page.getByRole('combobox')).toBeFocused()
    await page.keyboard.type('language deutsch')
    await press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Stundenplan' })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  })

  await test.step('sign out', async () => {
    await press('Control+k')
    await expect(page.getByRole('combobox')).toBeFocused()
    await page.keyboard.type('abmelden')
    await press('Enter')
    await expect(page.getByRole('button', { name: /^Weiter/ })).toBeVisible()
    await expect(page.getByRole('button', { name: /Omar Ruiz/ })).toHaveCount(
      await page.getByText('Ausprobieren als').count(),
    )
  })
})
