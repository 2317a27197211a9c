import type { Page } from '@playwright/test'
import type { Guard } from '../support/guard.ts'
import type { Login } from '../support/people.ts'
import { nextStep, type Situation } from './actions.ts'
import { createChecks, inspectPage } from './checks.ts'
import { createDraw } from './draw.ts'
import { waitUntilIdle } from './rest.ts'
import type { Place } from './screens.ts'
import { signInAgain } from './signInAgain.ts'

export type Visitor = { login: Login; page: Page; places: readonly Place[] }

type MonkeyOptions = {
  seed: number
  seconds: number
  /** Maximum number of steps, in addition to `seconds`. */
  atMost?: number
  visitors: readonly Visitor[]
  guard: Guard
  /** Path of the screenshot of a step that reveals a problem. */
  pictureOf: (step: number) => string
  problems: readonly string[]
}

const sizes = [
  { width: 1280, height: 800 },
  { width: 360, height: 740 },
]
/** Ms to wait for an idle page. `brief` applies offline, where a page may never become idle. */
const long = 20_000
const brief = 2000
const stepsAtAPlace = [3, 4, 6, 9]

/**
 * Runs the monkey for some seconds and returns the number of steps. After a problem it continues on another
 * screen. Throws an error with all problems, the seed and the steps.
 */
export async function runMonkey({
  seed,
  seconds,
  atMost = Number.POSITIVE_INFINITY,
  visitors,
  guard,
  problems,
  pictureOf,
}: MonkeyOptions): Promise<number> {
  const draw = createDraw(seed)
  const until = Date.now() + seconds * 1000
  const steps: string[] = []
  const stepByProblem = new Map<string, number>()
  const known = new Set<string>()
  const users = visitors.map(visitor => ({ ...visitor, remaining: [] as Place[] }))
  const note = (text: string) => void steps.push(`${String(steps.length + 1).padStart(4)}. ${text}`)
  const idleResults: boolean[] = []
  const check = createChecks(guard, problems)

  const isOver = () => Date.now() >= until || steps.length >= atMost

  while (!isOver()) {
    const user = draw.oneOf(users)
    if (user.remaining.length === 0) user.remaining = draw.shuffled(user.places)
    const place = user.remaining.pop()
    if (!place) continue
    const { page, login } = user
    const size = draw.oneOf(sizes)
    let offline = false
    const setOffline = async (next: boolean) => {
      offline = next
      await page.context().setOffline(next)
    }
    note(`${login} at ${place.path}, ${size.width} × ${size.height}`)
    await page.setViewportSize(size)
    await openPath(page, place.path, draw.happens(0.1))
    await waitUntilIdle(page, long)
    await place.begin?.(page)
    for (let count = draw.oneOf(stepsAtAPlace); count > 0 && !isOver(); count -= 1) {
      await waitUntilIdle(page, offline ? brief : long)
      const before = await inspectPage(page)
      const situation: Situation = { page, draw, seen: before, known, offline, setOffline }
      const step = nextStep(situation)
      if (!step) break
      note(step.description)
      const failed = await step.run().then(
        () => [],
        (error: unknown) => [
          `it could not be done: ${error instanceof Error ? error.message : String(error)}`,
        ],
      )
      const wasIdle = await waitUntilIdle(page, offline ? brief : long)
      if (!offline) idleResults.push(wasIdle)
      const found = [
        ...failed,
        ...(await check(page, { before, wasIdle, offline, isPageReplaced: step.replacesPage })),
      ]
      const newProblems = found.filter(text => !stepByProblem.has(text))
      for (const text of newProblems) stepByProblem.set(text, steps.length)
      if (newProblems.length > 0)
        await page.screenshot({ path: pictureOf(steps.length) }).catch(() => undefined)
      if (found.length > 0) break
      if (new URL(page.url()).pathname === '/sign-in') {
        note('sign in again')
        await signInAgain(page, login)
      }
    }
    if (offline) {
      note('go online')
      await setOffline(false)
    }
    await closeAll(page)
  }
  const idleCount = idleResults.filter(Boolean).length
  if (idleCount < idleResults.length * 0.9)
    stepByProblem.set(`the page rested after ${idleCount} of ${idleResults.length} steps only`, steps.length)
  if (stepByProblem.size === 0) return steps.length
  const list = [...stepByProblem].map(([text, step]) => `after step ${step}: ${text}`)
  throw new Error([`The monkey of the seed ${seed} found:`, ...list, '', 'Its steps:', ...steps].join('\n'))
}

/** Users can't change the screen below a dialog. */
async function closeAll(page: Page): Promise<void> {
  for (let tries = 0; tries < 4; tries += 1) {
    const { floats } = await inspectPage(page)
    if (!floats.some(float => /^(?:dialog|alertdialog|menu) /.test(float))) return
    await page.keyboard.press('Escape')
    await waitUntilIdle(page, brief)
  }
  // A page load removes a confirmation that ignores Escape.
  await page.reload({ waitUntil: 'commit' }).catch(() => undefined)
  await waitUntilIdle(page, long)
}

/** Opens a path by a page load or, much faster, by the router. A page may block the load during an upload. */
async function openPath(page: Page, path: string, loadsPage: boolean): Promise<void> {
  if (!loadsPage) {
    await page.evaluate(to => {
      const { idx = 0 }: { idx?: number } = history.state ?? {}
      history.pushState({ usr: null, key: String(Math.random()), idx: idx + 1 }, '', to)
      dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
    }, path)
    return
  }
  await page.goto(path, { waitUntil: 'commit' }).catch((error: unknown) => {
    if (!/ERR_ABORTED|interrupted/.test(String(error))) throw error
  })
}
