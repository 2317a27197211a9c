import { expect } from '@playwright/test'
import { password } from '../support/people.ts'
import { getAccountButton, test } from './fixtures.ts'
import { button, byLabel, byRole } from './targets.ts'

const startButton = button(/^(?:Continue|Sign in with a password)/)
const allowButton = button('Sign in and allow')

test('sign in', async ({ app }) => {
  await app.open('/')
  await app.click(startButton)
  await app.fill(byLabel('Login name'), 'albrecht')
  await app.fill(byLabel('Password'), 'not it')
  await app.click(allowButton)
  await app.expectText(byRole('alert'), 'Incorrect login name or password')
  await app.fill(byLabel('Password'), password)
  await app.press('Enter')
  await app.expectVisible(getAccountButton(app, 'albrecht'))
  await app.expectPath(/^\/day$/)
  await app.expectVisible(byRole('heading', 'My day'))
})

test('sign out', async ({ app, enterAs }) => {
  await enterAs('albrecht', '/chats/1')
  await app.fill(byRole('textbox', 'Message'), 'Half a sent')
  await app.click(getAccountButton(app, 'albrecht'))
  await app.click(byRole('menuitem', 'Sign out'))
  await app.click(button('Sign out and discard', byRole('dialog', 'Sign out and lose this?')))
  await app.expectVisible(startButton)
  await app.open('/chats/1')
  await app.expectPath(/^\/sign-in\?to=/)
  await app.expectVisible(startButton)
  expect(await app.evaluate('Object.keys(localStorage).filter(key => /draft|signed-in/.test(key))')).toEqual(
    [],
  )
})
