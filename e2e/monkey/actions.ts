import type { ElementHandle, Page } from '@playwright/test'
import { common as germanCommon } from '../../src/i18n/de/common.ts'
import { signIn as germanSignIn } from '../../src/i18n/de/signIn.ts'
import { common as englishCommon } from '../../src/i18n/en/common.ts'
import { signIn as englishSignIn } from '../../src/i18n/en/signIn.ts'
import type { Draw } from './draw.ts'
import type { Control, Seen } from './inPage.ts'

/** A step of the monkey. */
export type Step = {
  description: string
  run: () => Promise<void>
  /** Whether the step loads the page or changes its history entry. Then closed dialogs can't be checked. */
  replacesPage?: true
}

export type Situation = {
  page: Page
  draw: Draw
  seen: Seen
  /** Controls that were already used, by role and name. The monkey prefers others. */
  known: Set<string>
  /** Excludes steps that load the page. */
  offline: boolean
  setOffline: (offline: boolean) => Promise<void>
}

/** Timeout of an action, in ms. A control that is covered for longer counts as covered. */
export const patience = 4000

/** Controls that end the session. Other journeys test them. */
const forbidden = [
  ...[englishCommon.signOut, germanCommon.signOut],
  ...[englishSignIn.anotherAccount, germanSignIn.anotherAccount],
]

const texts = [
  ...['Well done', '12,5', '-1', '0', '1e9', 'xyzzy', 'maths', 'a', '', '2026-11-30'],
  ...[
    '<b>bold</b>',
    '👩🏽‍🏫 ok',
    'Größe',
    'abc \u202edef',
    `${'long'.repeat(60)}`,
    'Two words. Another sentence!',
  ],
]
const dates = ['2026-11-18', '2026-12-01', '2026-11-27', '2027-01-04']
const keys = [
  ...['Escape', 'Escape', 'Enter', 'Tab', 'Tab', 'Shift+Tab', 'Space', 'Backspace', 'Delete', 'ContextMenu'],
  ...['ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageDown', 'PageUp'],
  ...[
    '?',
    '/',
    'j',
    'k',
    'n',
    'p',
    'c',
    't',
    'd',
    'w',
    'Control+k',
    'Control+k',
    'Control+a',
    'Control+Enter',
  ],
  ...['Alt+ArrowDown', 'Alt+ArrowUp', 'Shift+ArrowDown', 'Shift+F10'],
]
const files = [
  { name: 'page 1.png', type: 'image/png', text: 'not really a picture' },
  { name: 'notes.txt', type: 'text/plain', text: 'Numbers 1 to 5.' },
  { name: 'a<b>"c".pdf', type: 'application/pdf', text: '%PDF-1.4' },
]

/** Returns undefined if no step is possible. */
export function nextStep(situation: Situation): Step | undefined {
  const { draw, offline } = situation
  const kinds: [weight: number, createStep: (situation: Situation) => Step | undefined][] = [
    [12, click],
    [4, type],
    [5, press],
    [1, rightClick],
    [1, hover],
    [1, drop],
    [1, scroll],
    [offline ? 4 : 0.7, toggleNetwork],
    ...(offline
      ? []
      : ([
          [1, back],
          [0.5, forward],
          [0.7, reload],
        ] as [number, typeof click][])),
  ]
  let remaining = draw.next() * kinds.reduce((sum, [weight]) => sum + weight, 0)
  for (const [weight, createStep] of kinds) {
    remaining -= weight
    if (remaining < 0) return createStep(situation) ?? click(situation)
  }
  return undefined
}

/** Prefers controls that were not used before. */
function choose({ draw, seen, known }: Situation, fits: (control: Control) => boolean): Control | undefined {
  const all = seen.controls.filter(
    control =>
      control.leads === 'on' && !forbidden.some(name => control.label.includes(name)) && fits(control),
  )
  const fresh = all.filter(({ label }) => !known.has(label))
  const list = fresh.length > 0 && draw.happens(0.7) ? fresh : all
  if (list.length === 0) return undefined
  const chosen = draw.byName(list, ({ label }) => label)
  known.add(chosen.label)
  return chosen
}

const click = (situation: Situation): Step | undefined => {
  const control = choose(situation, () => true)
  if (!control) return undefined
  return {
    description: `click ${control.label}`,
    run: () => withElement(situation, control, element => element.click({ timeout: patience })),
  }
}

const type = (situation: Situation): Step | undefined => {
  const control = choose(situation, ({ field }) => field !== undefined)
  if (!control) return undefined
  if (control.field === 'select') return select(situation, control)
  const isDate = control.field === 'date' || control.field === 'datetime-local'
  const day = situation.draw.oneOf(dates)
  const text = isDate
    ? control.field === 'date'
      ? day
      : `${day}T08:00`
    : control.field === 'time'
      ? '08:00'
      : situation.draw.oneOf(texts)
  const enter = !isDate && situation.draw.happens(0.25)
  return {
    description: `type ${JSON.stringify(text)}${enter ? ' and Enter' : ''} into ${control.label}`,
    run: () =>
      withElement(situation, control, async element => {
        await element.fill(text, { timeout: patience })
        if (enter) await situation.page.keyboard.press('Enter')
      }),
  }
}

const select = (situation: Situation, control: Control): Step => {
  const at = situation.draw.oneOf([0, 1, 2])
  return {
    description: `choose entry ${at + 1} of ${control.label}`,
    run: () =>
      withElement(situation, control, element =>
        (element as ElementHandle<HTMLSelectElement>).selectOption({ index: at }, { timeout: patience }),
      ),
  }
}

const press = ({ page, draw, offline }: Situation): Step => {
  const key = draw.oneOf(offline ? keys.filter(each => each !== 'Alt+ArrowLeft') : keys)
  return { description: `press ${key}`, run: () => page.keyboard.press(key) }
}

const rightClick = (situation: Situation): Step | undefined => {
  const control = choose(situation, ({ field }) => field === undefined)
  if (!control) return undefined
  return {
    description: `right-click ${control.label}`,
    run: () =>
      withElement(situation, control, element => element.click({ button: 'right', timeout: patience })),
  }
}

const hover = (situation: Situation): Step | undefined => {
  const control = choose(situation, () => true)
  if (!control) return undefined
  return {
    description: `point at ${control.label}`,
    run: () => withElement(situation, control, element => element.hover({ timeout: patience })),
  }
}

const drop = (situation: Situation): Step | undefined => {
  const control = choose(situation, () => true)
  if (!control) return undefined
  const chosenFiles = situation.draw.shuffled(files).slice(0, situation.draw.happens(0.5) ? 1 : 3)
  return {
    description: `drop ${chosenFiles.map(({ name }) => name).join(', ')} on ${control.label}`,
    run: () =>
      withElement(situation, control, element =>
        element.evaluate((target, dropped) => {
          const carried = new DataTransfer()
          for (const { name, type: mime, text } of dropped)
            carried.items.add(new File([text], name, { type: mime }))
          for (const name of ['dragenter', 'dragover', 'drop'])
            target.dispatchEvent(
              new DragEvent(name, { bubbles: true, cancelable: true, dataTransfer: carried }),
            )
        }, chosenFiles),
      ),
  }
}

const scroll = ({ page, draw }: Situation): Step => {
  const size = page.viewportSize() ?? { width: 0, height: 0 }
  const far = draw.oneOf([-3000, -300, 300, 3000])
  return {
    description: `scroll by ${far}`,
    async run() {
      await page.mouse.move(size.width / 2, size.height / 2)
      await page.mouse.wheel(0, far)
    },
  }
}

const toggleNetwork = ({ offline, setOffline }: Situation): Step => ({
  description: offline ? 'go online' : 'go offline',
  run: () => setOffline(!offline),
})

const back = ({ page }: Situation): Step => ({
  description: 'go back',
  replacesPage: true,
  run: () => move(page, () => page.goBack({ waitUntil: 'commit' })),
})

const forward = ({ page }: Situation): Step => ({
  description: 'go forward',
  replacesPage: true,
  run: () => move(page, () => page.goForward({ waitUntil: 'commit' })),
})

const reload = ({ page }: Situation): Step => ({
  description: 'reload',
  replacesPage: true,
  run: () => move(page, () => page.reload({ waitUntil: 'commit' })),
})

/** Ignores that the page blocks the navigation, as during an upload. */
async function move(page: Page, go: () => Promise<unknown>): Promise<void> {
  await go().catch((error: unknown) => {
    if (!/ERR_ABORTED|interrupted|Timeout/.test(String(error))) throw error
  })
  if (page.url() === 'about:blank') await page.goForward({ waitUntil: 'commit' })
}

/**
 * Ignores a failure if the element was removed or is below an open menu. Throws if another element covers it.
 */
export async function withElement(
  { page }: Pick<Situation, 'page'>,
  { at }: Pick<Control, 'at'>,
  run: (element: ElementHandle<Element>) => Promise<unknown>,
): Promise<void> {
  const handle = await page.evaluateHandle(index => window.eyes?.element(index), at)
  const element = handle.asElement() as ElementHandle<Element> | null
  if (!element) return
  try {
    await run(element)
  } catch (error) {
    const cover = await page.evaluate(index => window.eyes?.cover(index), at).catch(() => undefined)
    if (cover !== undefined) throw new Error(`covered by ${cover}`, { cause: error })
  } finally {
    await handle.dispose().catch(() => undefined)
  }
}
