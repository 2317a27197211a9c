import { expect, type Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'

/** The other rules give the same result in both themes. */
const colourRules = ['color-contrast', 'link-in-text-block']
const withoutColourRules = Object.fromEntries(colourRules.map(rule => [rule, { enabled: false }]))

/** Off by default in axe: the accessible name must contain the visible text (WCAG 2.5.3). */
const experimental = { 'label-content-name-mismatch': { enabled: true } }

type Options = {
  themes?: readonly ('light' | 'dark')[]
  /** Set to `false` if the colours are checked in another language. */
  colours?: boolean
}

/** Checks all rules in the light theme, and the colour rules in the dark one. */
export async function expectAccessible(
  page: Page,
  state: string,
  { themes = ['light', 'dark'], colours = true }: Options = {},
): Promise<void> {
  const allRules = { rules: { ...experimental, ...(!colours && withoutColourRules) } }
  const checks: ['light' | 'dark', RunOptions, number][] = [
    ['light', allRules, 5],
    ['dark', { runOnly: { type: 'rule', values: colourRules } }, 0],
  ]
  for (const [colorScheme, options, minPasses] of checks) {
    if (!themes.includes(colorScheme)) continue
    await page.emulateMedia({ colorScheme })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
    // Do not check colours in transition between the themes.
    await page.evaluate(() =>
      Promise.allSettled(
        document
          .getAnimations()
          .filter(animation => animation instanceof CSSTransition)
          .map(({ finished }) => finished),
      ),
    )
    const { violations, passes } = await runAxe(page, options)
    expect(violations, `${state}, ${colorScheme}`).toEqual([])
    expect(passes, `passed rules on ${state}`).toBeGreaterThan(minPasses)
  }
}

/** `@axe-core/playwright` would inject 600 KB before each run, and return every checked element. */
async function runAxe(page: Page, options: RunOptions): Promise<{ violations: string[]; passes: number }> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(async runOptions => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') }
    const { violations, passes } = await axe.run(document, { resultTypes: ['violations'], ...runOptions })
    return {
      violations: violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
      ),
      passes: passes.length,
    }
  }, options)
}
