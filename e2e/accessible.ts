import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** The rules of axe that look at colours: nothing else differs between the themes. */
const colourRules = ['color-contrast', 'link-in-text-block']

/** What axe does not look at by itself: whether what is read out has the words one sees in it (WCAG 2.5.3). */
const experimental = { rules: { 'label-content-name-mismatch': { enabled: true } } }
const withoutColours = {
  rules: {
    ...experimental.rules,
    ...Object.fromEntries(colourRules.map(rule => [rule, { enabled: false }])),
  },
}

/** `colours: false` where the same screen is looked at in another language: its colours are the same there. */
type Options = { themes?: readonly ('light' | 'dark')[]; colours?: boolean }

/** Fails with what axe finds on the page as it stands: by all rules in the light theme, then by its colours in the dark one. */
export async function expectAccessible(
  page: Page,
  state: string,
  { themes = ['light', 'dark'], colours = true }: Options = {},
): Promise<void> {
  // Legacy mode runs in the page itself. The other is for frames of other origins, which the policy forbids here, and
  // opens a page of its own for every run.
  const axe = () => new AxeBuilder({ page }).setLegacyMode()
  for (const [colorScheme, builder, least] of [
    ['light', colours ? axe().options(experimental) : axe().options(withoutColours), 5],
    ['dark', axe().withRules(colourRules), 0],
  ] as const) {
    if (!themes.includes(colorScheme)) continue
    await page.emulateMedia({ colorScheme })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
    // Colours that are still on their way from one theme to the other are nobody's.
    await page.evaluate(() =>
      Promise.allSettled(
        document
          .getAnimations()
          .filter(animation => animation instanceof CSSTransition)
          .map(({ finished }) => finished),
      ),
    )
    const { violations, passes } = await builder.analyze()
    const found = violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
    )
    expect(found, `${state}, ${colorScheme}`).toEqual([])
    expect(passes.length, `axe looked at ${state}`).toBeGreaterThan(least)
  }
}
