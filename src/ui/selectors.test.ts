import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Returns the selectors with `*` after `:has()`. */
function findCostlySelectors(css: string): string[] {
  const selectors = css.replaceAll(/\/\*[\s\S]*?\*\//g, '').match(/[^{};]+(?=\{)/g) ?? []
  const isCostly = (selector: string) => /:has\b.*[\s>+~]\*/.test(selector)
  return selectors.map(text => text.trim()).filter(text => withoutArguments(text).split(',').some(isCostly))
}

function withoutArguments(selector: string): string {
  const shorter = selector.replaceAll(/\([^()]*\)/g, '')
  return shorter === selector ? selector : withoutArguments(shorter)
}

it('no selector applies to all elements after :has(), because any change would restyle the whole page', () => {
  const files = globSync('src/**/*.css')
  expect(files.length).toBeGreaterThan(20)
  for (const file of files) expect(findCostlySelectors(readFileSync(file, 'utf8')), file).toEqual([])
})

it('finds such selectors', () => {
  expect(findCostlySelectors('.row:has([data-open]):hover > * { color: red }')).toHaveLength(1)
  expect(findCostlySelectors('.row:has(> *) > td, .other > * > .row { color: red }')).toEqual([])
})
