import { expect, type Page } from '@playwright/test'
import { test } from '../support/fixtures.ts'
import { accountButton, signInAs } from '../support/signInAs.ts'

/** Opens the event stream in the page. Returns a function that reads what was received. */
async function listen(page: Page): Promise<() => Promise<string>> {
  const listening = await page.evaluateHandle(async () => {
    const heard = { text: '' }
    const response = await fetch('/api/v2/events', { headers: { 'X-Staffroom': '1' } })
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    const first = await reader?.read()
    heard.text = `${response.status} ${first?.value ?? ''}`
    const read = async () => {
      for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
        heard.text += next.value
      }
      heard.text += 'over'
    }
    read().catch(error => {
      heard.text += String(error)
    })
    return heard
  })
  return () => listening.evaluate(({ text }) => text)
}

const say = (page: Page, text: string) =>
  page.evaluate(async said => {
    const headers = { 'X-Staffroom': '1', 'Content-Type': 'application/json' }
    const body = JSON.stringify({ text: said })
    return (await fetch('/api/v2/chats/1/messages', { method: 'POST', headers, body })).status
  }, text)

test('a tab receives the events of another tab while its stream is open', { tag: '@rest' }, async ({
  page,
  context,
}) => {
  const other = await context.newPage()
  await signInAs(page, 'albrecht')
  await signInAs(other, 'ruiz')
  await expect(accountButton(other, 'ruiz')).toBeVisible()
  const heard = await listen(other)
  expect(await heard()).toMatch(/^200 retry: 3000/)
  expect(await say(page, 'Hello')).toBe(200)
  await expect.poll(heard).toMatch(/data: \{"kind":"message","id":1,"version":\d+\}/)
  // The browser stops an idle service worker after 30 s. Wait for comments of the stream after that.
  await expect.poll(heard, { timeout: 120_000 }).toMatch(/(?:\n:\n[\s\S]*){3}/)
  expect(await say(page, 'Still there?')).toBe(200)
  await expect.poll(heard).toMatch(/(?:"kind":"message"[\s\S]*){2}/)
  expect(await heard()).not.toContain('over')
})
