import { expect, type Page } from '@playwright/test'
import { test } from './fixtures.ts'
import { accountOf, signInAs } from './signInAs.ts'

/** Listens in this page to what changes, from now on. */
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

test('one tab hears what another writes, as long as it listens', async ({ page, context }) => {
  const other = await context.newPage()
  await signInAs(page, 'albrecht')
  await signInAs(other, 'ruiz')
  await expect(accountOf(other, 'ruiz')).toBeVisible()
  const heard = await listen(other)
  expect(await heard()).toMatch(/^200 retry: 3000/)
  expect(await say(page, 'Hello')).toBe(200)
  await expect.poll(heard).toMatch(/data: \{"kind":"message","id":1,"version":\d+\}/)
  // A service worker that has nothing to do for half a minute is put to sleep; the second comment comes after that.
  await expect.poll(heard).toMatch(/(?:\n:\n[\s\S]*){3}/)
  expect(await say(page, 'Still there?')).toBe(200)
  await expect.poll(heard).toMatch(/(?:"kind":"message"[\s\S]*){2}/)
  expect(await heard()).not.toContain('over')
})
