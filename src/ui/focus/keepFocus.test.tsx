import { afterEach, beforeEach, expect, it } from 'vitest'
import { focusProvisionally, isFocusLost } from './isFocusLost.ts'
import { keepFocus } from './keepFocus.ts'

let stop: () => void
beforeEach(() => {
  document.body.innerHTML = `
    <nav><button id="menu">Menu</button></nav>
    <main tabindex="-1">
      <ul><li id="row"><button id="first">First</button></li><li><button id="second">Second</button></li></ul>
    </main>`
  stop = keepFocus(() => document.querySelector('main'))
})
afterEach(() => stop())

const by = (id: string) => document.getElementById(id) ?? document.body
const focused = () => expect.poll(() => document.activeElement?.id || document.activeElement?.localName)
/** Adds a dialog with the focus in it. */
function float(id: string, modal: boolean) {
  const shown = document.createElement('div')
  shown.innerHTML = `<section role="dialog" aria-modal="${modal}" tabindex="-1" id="${id}"><button id="${id}-button">OK</button><p>…</p></section>`
  document.body.append(shown)
  by(`${id}-button`).focus()
  return shown
}

it('returns to the previously focused element when the focused one is removed', async () => {
  by('first').focus()
  by('menu').focus()
  float('asked', false).remove()
  await focused().toBe('menu')
})

it('stays in the list whose focused row is removed, whatever was focused before', async () => {
  by('second').focus()
  by('menu').focus()
  by('first').focus()
  by('row').remove()
  await focused().toBe('second')
})

it('moves to the main element without an earlier element, or if the focused button is disabled', async () => {
  by('first').focus()
  by('row').parentElement?.remove()
  await focused().toBe('main')
  by('menu').focus()
  by('menu').setAttribute('disabled', '')
  by('menu').blur()
  await focused().toBe('main')
})

it('stays in the topmost dialog, also after a press outside', async () => {
  by('menu').focus()
  float('back', true)
  float('front', true).querySelector('button')?.remove()
  await focused().toBe('front')
  document.body.dispatchEvent(new MouseEvent('pointerdown', { bubbles: true }))
  document.body.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }))
  by('front').blur()
  await focused().toBe('front')
})

it('does not move the focus on a page without dialogs', async () => {
  by('menu').focus()
  by('menu').blur()
  document.body.dispatchEvent(new MouseEvent('pointerdown', { bubbles: true }))
  document.body.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }))
  await new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)))
  expect(document.activeElement).toBe(document.body)
})

it('isFocusLost is true after focusForNow, until the user presses a key', () => {
  focusProvisionally(by('second'))
  expect(isFocusLost()).toBe(true)
  dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab' }))
  expect(isFocusLost()).toBe(false)
})
