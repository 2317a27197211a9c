import { texts } from '../i18n/texts.ts'

/**
 * Shows why the page is empty, with a button that reloads it. Built without React, which removes the whole app if it
 * fails while it changes the page. Call it after React has emptied the root.
 */
export function showBrokenPage(root: HTMLElement): void {
  const messages = texts.state()?.messages.errors
  const title = document.createElement('h1')
  title.textContent = messages?.unexpected ?? ''
  const lead = document.createElement('p')
  lead.textContent = messages?.brokenLead ?? ''
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = messages?.reload ?? ''
  button.addEventListener('click', () => location.reload())
  const message = document.createElement('div')
  message.className = 'broken-page'
  message.append(title, lead, button)
  root.setAttribute('role', 'alert')
  root.replaceChildren(message)
  button.focus()
}
