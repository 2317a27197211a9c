import { expect, type Page } from '@playwright/test'
import { matchPath } from 'react-router'
import { screenList } from '../../src/screens.ts'
import { watch } from '../monkey/checks.ts'
import { type Place, pupilPlaces, teacherPlaces } from '../monkey/screens.ts'
import { test } from '../support/fixtures.ts'
import { type Guard, statusErrors } from '../support/guard.ts'
import type { NodeHost } from '../support/nodeHost.ts'
import { publicScreens } from '../support/screens/publicScreens.ts'
import { enterAs } from '../support/signInAs.ts'
import { installWalker } from './inPage.ts'
import { lookAt, walk } from './walk.ts'

// Every control of every screen has an effect, and the monkey's checks find no problem after it.

const desktop = { width: 1280, height: 800 }
const phone = { width: 360, height: 740 }
/** Screens with other controls on a phone. */
const phoneScreens = ['timetable', 'homework', 'desk', 'chat', 'files', 'access', 'task']

/** The only screens where controls of every screen are used. */
const fullScreens = ['timetable', 'homework']

/** Other states in which the monkey does not start. */
const hoverMessage = (page: Page) => page.getByRole('article').last().hover()
const teacherStates: Place[] = [
  { path: '/chats/1', begin: hoverMessage },
  { path: '/chats/4', begin: hoverMessage },
]

const screenOf = ({ path }: Place) => {
  const pathname = path.replace(/\?.*/, '')
  const screen =
    screenList.find(each => each.path === pathname) ?? screenList.find(each => matchPath(each.path, pathname))
  return screen?.id ?? 'unknown address'
}

const walks = [
  ['albrecht', [...teacherPlaces, ...teacherStates]],
  ['sommer', pupilPlaces],
] as const

for (const [login, places] of walks) {
  for (const screen of new Set(places.map(screenOf))) {
    const states = places.filter(place => screenOf(place) === screen)

    test(`${login} uses every control: ${screen}`, async ({ page, guard, node }) => {
      const walkFrom = await prepare(page, guard, node)
      await enterAs(page, login)
      await walkFrom(
        states.map(place => () => openPlace(page, place)),
        key => isOnEveryScreen(key) && !fullScreens.includes(screen),
      )
    })

    if (!phoneScreens.includes(screen)) continue
    test(`${login} uses every other control on a phone: ${screen}`, async ({ page, guard, node }) => {
      const walkFrom = await prepare(page, guard, node)
      await enterAs(page, login)
      const wide = new Set<string>()
      for (const place of states) {
        await openPlace(page, place)
        for (const { key } of (await lookAt(page)).controls) wide.add(key)
      }
      await page.setViewportSize(phone)
      await walkFrom(
        states.map(place => () => openPlace(page, place)),
        key => wide.has(key) || (isOnEveryScreen(key) && !fullScreens.includes(screen)),
      )
    })
  }
}

test('every control is used before sign-in', async ({ page, guard, node, context }) => {
  const walkFrom = await prepare(page, guard, node)
  const openings = publicScreens.map(({ go }) => async () => {
    await context.clearCookies()
    await go(page)
  })
  await walkFrom(openings, () => false)
})

/** Navigation, and the drawer for the access to one thing. */
const isOnEveryScreen = (key: string) =>
  /^nav|^header: button "(?:Find|JA|MS|.*Class|Switch class)|^dialog "(?:Access to|Without an admin|If you leave)/.test(
    key,
  )

async function openPlace(page: Page, { path, begin }: Place): Promise<void> {
  // A control of the account menu changes the language.
  await page.evaluate(() => localStorage.setItem('staffroom.settings', JSON.stringify({ language: 'en' })))
  await page.goto(path)
  await begin?.(page)
}

/** The returned function walks from each state and fails with the list of all faults. */
async function prepare(page: Page, guard: Guard, node: NodeHost) {
  test.setTimeout(400_000)
  // Wrong passwords, refusals, deleted resources and conflicts.
  guard.allow(statusErrors(400, 401, 403, 404, 409, 412, 422))
  const problems: string[] = []
  await watch(page, problems)
  await page.setViewportSize(desktop)
  const texts = node.withSchool(database =>
    database
      .prepare(
        `select name as text from users union select name from courses union select name from files
         union select name from lessons union select text from homeworks union select name from chats`,
      )
      .all()
      .map(({ text }) => String(text)),
  )
  await page.addInitScript(installWalker, texts)
  await page.addInitScript(() => {
    window.print = () => {
      document.documentElement.dataset.printed = 'yes'
    }
  })
  return async (openings: (() => Promise<void>)[], ignores: (key: string) => boolean) => {
    const used = new Set<string>()
    const results = []
    for (const open of openings) results.push(await walk({ page, guard, problems, open, used, ignores }))
    const count = results.reduce((sum, each) => sum + each.count, 0)
    console.log(
      `${count} controls used, not reached: ${results.flatMap(({ unreached }) => unreached).join('; ') || 'none'}`,
    )
    expect(results.flatMap(({ faults }) => faults)).toEqual([])
    expect(count).toBeGreaterThan(0)
  }
}
