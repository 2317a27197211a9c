import { afterEach, beforeEach, expect, it } from 'vitest'
import { keepFocus } from './keepFocus.ts'

let stop: () => void
beforeEach(() => {
  document.body.innerHTML = '<button id="menu">Menu</button><main tabindex="-1"></main>'
  stop = keepFocus(() => document.querySelector('main'))
})
afterEach(() => stop())

function addDialog(id: string) {
  const dialog = document.createElement('section')
  dialog.innerHTML = '<button>OK</button>'
  dialog.id = id
  dialog.tabIndex = -1
  dialog.setAttribute('role', 'dialog')
  dialog.setAttribute('aria-modal', 'true')
  document.body.append(dialog)
  dialog.querySelector('button')?.focus()
  return dialog
}
const pollFocused = () => expect.poll(() => document.activeElement?.id || document.activeElement?.localName)

it('focuses what remains in the dialog below, otherwise the screen, when a dialog closes', async () => {
  addDialog('back')
  addDialog('front').remove()
  await expect.poll(() => document.activeElement?.closest('section')?.id).toBe('back')
  document.querySelector('#back')?.remove()
  await pollFocused().toBe('main')
})

it('leaves the focus where the component has moved it', async () => {
  const dialog = addDialog('dialog')
  dialog.remove()
  document.getElementById('menu')?.focus()
  await expect.poll(() => document.activeElement?.id).toBe('menu')
})
