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

const byId = (id: string) => document.getElementById(id) ?? document.body
const pollFocusedId = () => expect.poll(() => document.activeElement?.id || document.activeElement?.localName)
function addDialog(id: string, modal: boolean) {
  const container = document.createElement('div')
  container.innerHTML = `<section role="dialog" aria-modal="${modal}" tabindex="-1" id="${id}"><button id="${id}-button">OK</button><p>…</p></section>`
  document.body.append(container)
  byId(`${id}-button`).focus()
  return container
}

it('restores the previous focus when its element is removed', async () => {
  byId('first').focus()
  byId('menu').focus()
  addDialog('confirmation', false).remove()
  await pollFocusedId().toBe('menu')
})

it('stays in the list when a row is removed', async () => {
  byId('second').focus()
  byId('menu').focus()
  byId('first').focus()
  byId('row').remove()
  await pollFocusedId().toBe('second')
})

it('focuses main without an earlier element, or if disabled', async () => {
  byId('first').focus()
  byId('row').parentElement?.remove()
  await pollFocusedId().toBe('main')
  byId('menu').focus()
  byId('menu').setAttribute('disabled', '')
  byId('menu').blur()
  await pollFocusedId().toBe('main')
})

it('stays in the topmost dialog after a press outside', async () => {
  byId('menu').focus()
  addDialog('back', true)
  addDialog('front', true).querySelector('button')?.remove()
  await pollFocusedId().toBe('front')
  document.body.dispatchEvent(new MouseEvent('pointerdown', { bubbles: true }))
  document.body.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }))
  byId('front').blur()
  await pollFocusedId().toBe('front')
})

it('leaves the focus on a page without dialogs', async () => {
  byId('menu').focus()
  byId('menu').blur()
  document.body.dispatchEvent(new MouseEvent('pointerdown', { bubbles: true }))
  document.body.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }))
  await new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)))
  expect(document.activeElement).toBe(document.body)
})

it('isFocusLost is true from focusProvisionally until a key press', () => {
  focusProvisionally(byId('second'))
  expect(isFocusLost()).toBe(true)
  dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab' }))
  expect(isFocusLost()).toBe(false)
})
