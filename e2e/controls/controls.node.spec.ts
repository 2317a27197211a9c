import { expect, type Page } from '@playwright/test'
import { matchPath } from 'react-router'
import { screenList } from '../../src/screens.ts'
import { watch } from '../monkey/checks.ts'
import { type Place, pupilPlaces, teacherPlaces } from '../monkey/screens.ts'
import { test } from '../support/fixtures.ts'
import { type Guard, statusErrors } from '../support/guard.ts'
import type { NodeHost } from '../support/nodeHost.ts'
import type { Login } from '../support/people.ts'
import { publicScreens } from '../support/screens/publicScreens.ts'
import { enterAs } from '../support/signInAs.ts'
import { installWalker } from './inPage.ts'
import { type WalkRecord, walk } from './walk.ts'

// Every control of every screen has an effect and causes no error. The monkey checks layout and focus.

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
  // A chat is open beside the list.
  return screen?.id === 'chats' ? 'chat' : (screen?.id ?? 'unknown address')
}

/** `minControls` is the minimum number of used controls. Other screens have at least one. */
const walks: { login: Login; places: readonly Place[]; minControls: { [screen: string]: number } }[] = [
  {
    login: 'albrecht',
    places: [...teacherPlaces, ...teacherStates],
    minControls: {
      ...{ timetable: 15, homework: 15, newHomework: 10, changeHomework: 10, desk: 15, chat: 30 },
      ...{ files: 15, access: 10, tokens: 5 },
    },
  },
  {
    login: 'sommer',
    // The other screens of pupils have no controls that teachers lack.
    places: pupilPlaces.filter(place => ['timetable', 'homework', 'task'].includes(screenOf(place))),
    minControls: { timetable: 10, task: 8 },
  },
]

/** Navigation, and the drawer for the access to one thing. */
const isOnEveryScreen = (key: string) =>
  /^nav|^header: button "(?:Find|…|.*Class|Switch class)|^dialog "(?:Access to|Without an admin|If you leave)/.test(
    key,
  )

async function openPlace(page: Page, { path, begin }: Place): Promise<void> {
  // A download that starts at the same time aborts the navigation.
  await page.goto(path).catch(() => page.goto(path))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0)
  await begin?.(page)
}

/** The returned function walks from each opening, and fails after too few controls. */
async function prepare(page: Page, guard: Guard, node: NodeHost) {
  test.setTimeout(400_000)
  // Wrong passwords, refusals, deleted resources and conflicts.
  guard.allow(statusErrors(400, 401, 403, 404, 409, 412, 422))
  // A page asks before it is closed during an upload.
  guard.allow(/^dialog: $/)
  const problems: string[] = []
  await watch(page, problems)
  await page.addInitScript(installWalker, textsOfSchool(node))
  const record: WalkRecord = { used: new Set<string>(), unreached: [], faults: [] }
  return async (openings: (() => Promise<void>)[], ignores: (key: string) => boolean, minControls = 1) => {
    for (const open of openings) await walk({ page, guard, problems, open, ignores, record })
    const { used, unreached, faults } = record
    const count = used.size - unreached.length
    console.log(`${count} controls used, not reached again: ${unreached.join('; ') || 'none'}`)
    expect(count).toBeGreaterThanOrEqual(minControls)
    return faults
  }
}

const textsOfSchool = (node: NodeHost): string[] =>
  node.withSchool(database => {
    const texts = `select name as text from users union select name from courses union select name from files
      union select name from lessons union select text from homeworks union select name from chats`
    return database
      .prepare(texts)
      .all()
      .map(({ text }) => String(text))
  })

for (const { login, places, minControls } of walks) {
  for (const screen of new Set(places.map(screenOf))) {
    const states = places.filter(place => screenOf(place) === screen)
    // In German, all controls would be used again.
    const ignores = (key: string) =>
      key.includes('"Deutsch') || (isOnEveryScreen(key) && !fullScreens.includes(screen))

    test(`${login} uses every control: ${screen}`, async ({ page, guard, node }) => {
      const walkFrom = await prepare(page, guard, node)
      await enterAs(page, login)
      const openings = states.map(place => () => openPlace(page, place))
      expect(await walkFrom(openings, ignores, minControls[screen])).toEqual([])
    })
  }
}

test('every control is used before sign-in', async ({ page, guard, node, context }) => {
  const walkFrom = await prepare(page, guard, node)
  const openings = publicScreens.map(({ go }) => async () => {
    await context.clearCookies()
    await go(page)
  })
  expect(await walkFrom(openings, () => false, 12)).toEqual([])
})

test('a control without an effect is reported', async ({ page, guard, node }) => {
  const walkFrom = await prepare(page, guard, node)
  await enterAs(page, 'albrecht')
  const open = async () => {
    await openPlace(page, { path: '/settings/tokens' })
    // Numbers that appear later would count as an effect.
    await expect(page.getByRole('link', { name: /to mark in 8b$/ }).first()).toBeVisible()
    await expect(page.getByRole('link', { name: /unread$/ }).first()).toBeVisible()
    await page.evaluate(() => {
      const button = document.createElement('button')
      button.textContent = 'Planted'
      document.querySelector('main')?.append(button)
    })
  }
  const faults = await walkFrom([open], key => !key.includes('Planted'))
  expect(faults).toEqual(['main: button "Planted": it has no effect'])
})
