import { test } from './fixtures.ts'
import { button, byRole } from './targets.ts'

test('access', async ({ app, enterAs }) => {
  await enterAs('albrecht', '/classes/1/homework')
  await app.click(button('More for “Fractions p. 42”'))
  await app.click(byRole('menuitem', 'Access'))
  const drawer = byRole('dialog', /^Access to/)
  await app.fill(byRole('combobox', 'Add people', drawer), 'tanaka')
  await app.click(byRole('option', /^Aiko Tanaka/))
  await app.click(button('Add 1 person', drawer))
  await app.click(button('Role of Aiko Tanaka: Read', drawer))
  await app.click(byRole('menuitemradio', /^Write (?!without)/))
  await app.expectVisible(button('Role of Aiko Tanaka: Write', drawer))
  await app.click(button('Close', drawer))
  await app.expectGone(drawer)
  await enterAs('tanaka', '/classes/1/homework')
  await app.click(button('More for “Fractions p. 42”'))
  await app.expectVisible(byRole('menuitem', 'Change'))
})
