import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** The rules of axe that look at colours: nothing else differs between the themes. */
const colourRules = ['color-contrast', 'link-in-text-block']

/** Fails with what axe finds on the page as it stands: by all rules in the light theme, then by its colours in the dark one. */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  // Legacy mode runs in the page itself. The other is for frames of other origins, which the policy forbids here, and
  // opens a page of its own for every run.
  const axe = () => new AxeBuilder({ page }).setLegacyMode()
  for (const [colorScheme, builder, least] of [
    ['light', axe(), 5],
    ['dark', axe().withRules(colourRules), 0],
  ] as const) {
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
