import { expect, type Locator, type Page } from '@playwright/test'
import { test as base } from '../support/fixtures.ts'
import { addSessionCookie } from '../support/sessions.ts'
import type { App, Target } from './App.ts'
import { defineJourneys } from './journeys.ts'

type Role = Parameters<Page['getByRole']>[0]

/** The app in a browser that is controlled by Playwright. */
function createPlaywrightApp(page: Page, isNarrow: boolean): App {
  const locateAll = ({ by, role, name, within }: Target): Locator => {
    const container = within ? locate(within) : page.locator('body')
    if (by === 'label') return container.getByLabel(name, { exact: true })
    if (by === 'text') return container.getByText(name, { exact: true })
    return container.getByRole(role as Role, { name, exact: true })
  }
  const locate = (target: Target) => locateAll(target).filter({ visible: true }).first()
  return {
    isNarrow,
    goto: path => page.goto(path),
    async enterAs(login, path) {
      // An open page would continue with the new session.
      await page.goto('about:blank')
      await addSessionCookie(page.context(), login)
      await page.goto(path)
    },
    click: target => locate(target).click(),
    fill: (field, text) => locate(field).fill(text),
    press: key => page.keyboard.press(key),
    upload: (input, paths) => locateAll(input).setInputFiles(paths),
    async draw(target) {
      await locate(target).hover()
      await page.mouse.down()
      const box = await locate(target).boundingBox()
      if (!box) throw new Error('The element is not visible.')
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
      await page.mouse.move(x + 50, y)
      await page.mouse.move(x + 100, y)
      await page.mouse.up()
    },
    expectVisible: target => expect(locate(target)).toBeVisible(),
    expectGone: target => expect(locate(target)).toHaveCount(0),
    expectTrue: (target, check) => expect.poll(() => locate(target).evaluate(check)).toBe(true),
  }
}

defineJourneys(
  base.extend<{ app: App }>({
    app: async ({ page, viewport }, use) => use(createPlaywrightApp(page, viewport?.width === 360)),
  }),
)
