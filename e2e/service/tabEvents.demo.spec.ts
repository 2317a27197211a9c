import { expect, type Page } from '@playwright/test'
import { test } from '../support/fixtures.ts'
import { accountButton, signInAs } from '../support/signInAs.ts'

/** Opens the event stream. Returns a function that reads the received text. */
async function listen(page: Page): Promise<() => Promise<string>> {
  const listening = await page.evaluateHandle(async () => {
    const received = { text: '' }
    const response = await fetch('/api/v2/events', { headers: { 'X-Staffroom': '1' } })
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    const first = await reader?.read()
    received.text = `${response.status} ${first?.value ?? ''}`
    const read = async () => {
      for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
        received.text += next.value
      }
      received.text += 'over'
    }
    read().catch(error => {
      received.text += String(error)
    })
    return received
  })
  return () => listening.evaluate(({ text }) => text)
}

const sendText = (page: Page, text: string) =>
  page.evaluate(async received => {
    const headers = { 'X-Staffroom': '1', 'Content-Type': 'application/json' }
    const body = JSON.stringify({ text: received })
    return (await fetch('/api/v2/chats/1/messages', { method: 'POST', headers, body })).status
  }, text)

test('a tab receives events of another tab', async ({ page, context }) => {
  const other = await context.newPage()
  await signInAs(page, 'albrecht')
  await signInAs(other, 'ruiz')
  await expect(accountButton(other, 'ruiz')).toBeVisible()
  const readReceived = await listen(other)
  expect(await readReceived()).toMatch(/^200 retry: 3000/)
  expect(await sendText(page, 'Hello')).toBe(200)
  await expect.poll(readReceived).toMatch(/data: \{"kind":"message","id":1,"version":\d+\}/)
  // The browser stops an idle service worker after 30 s. Later comments of the stream show that it runs.
  await expect.poll(readReceived, { timeout: 120_000 }).toMatch(/(?:\n:\n[\s\S]*){3}/)
  expect(await sendText(page, 'Still there?')).toBe(200)
  await expect.poll(readReceived).toMatch(/(?:"kind":"message"[\s\S]*){2}/)
  expect(await readReceived()).not.toContain('over')
})
