import { expect } from '@playwright/test'
import { messageLog, openChat, waitUntilAllSent, waitUntilListIsStill } from '../support/chat.ts'
import { test } from '../support/fixtures.ts'
import { enterAs } from '../support/signInAs.ts'

test.use({ hasTouch: true, isMobile: true })

test('poll actions cover no question or answer on a phone', async ({ page, context }) => {
  await enterAs(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await openChat(page, 1)
  const createPoll = async (question: string) => {
    await page.getByRole('button', { name: 'Poll', exact: true }).tap()
    const form = page.getByRole('dialog')
    await form.getByRole('textbox', { name: 'Question' }).fill(question)
    await form.getByRole('textbox', { name: 'Answer 1' }).fill('Tuesday')
    await form.getByRole('textbox', { name: 'Answer 2' }).fill('Thursday')
    await form.getByRole('button', { name: /^Send/ }).tap()
    await expect(form).toHaveCount(0)
    await waitUntilAllSent(page)
  }
  await createPoll('Which day would suit everybody for the test?')
  // The second poll has no name above its question.
  await createPoll('And in which of the two rooms should we write it?')
  const finger = await context.newCDPSession(page)
  for (const question of [/^Which day/, /^And in which/]) {
    const message = messageLog(page)
      .getByRole('article')
      .filter({ has: page.getByRole('group', { name: question }) })
    const words = message.locator('legend')
    const actions = message.getByRole('toolbar')
    // The list moves until its rows are measured, so repeat a missed tap.
    await expect(async () => {
      // Only rows near the viewport are rendered, and the list may have moved.
      if ((await words.count()) === 0)
        await messageLog(page).evaluate(log => log.scrollTo({ top: log.scrollHeight }))
      await expect(words).toBeAttached({ timeout: 5000 })
      await words.evaluate(element => {
        element.scrollIntoView({ block: 'center' })
      })
      await words.hover({ position: { x: 10, y: 10 }, trial: true, timeout: 5000 })
      const at = await words.boundingBox()
      if (!at) throw new Error('The question is not drawn.')
      const touchPoints = [{ x: at.x + 10, y: at.y + 10 }]
      await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
      await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
      await expect(actions).toBeVisible({ timeout: 5000 })
    }).toPass()
    await expect(actions.getByRole('button').first()).toBeInViewport({ ratio: 1 })
    for (const part of [words, message.getByRole('list').first()]) {
      const [over, under] = [await actions.boundingBox(), await part.boundingBox()]
      if (!over || !under) throw new Error('Gone while it was looked at.')
      const apart = over.y + over.height <= under.y + 1 || under.y + under.height <= over.y + 1
      expect(apart, `${question}: ${JSON.stringify({ over, under })}`).toBe(true)
    }
  }
  // A vote opens no menu. Both events at once: on a busy machine a slow tap becomes a long press.
  const voted = messageLog(page)
    .getByRole('article')
    .filter({ has: page.getByRole('group', { name: /^Which day/ }) })
  const option = voted.getByText('Thursday')
  await option.scrollIntoViewIfNeeded()
  await waitUntilListIsStill(page)
  await option.tap({ trial: true })
  const at = await option.boundingBox()
  if (!at) throw new Error('The answer is not visible.')
  await Promise.all([
    finger.send('Input.dispatchTouchEvent', {
      type: 'touchStart',
      touchPoints: [{ x: at.x + at.width / 2, y: at.y + at.height / 2 }],
    }),
    finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] }),
  ])
  await expect(voted.getByRole('radio', { name: 'Thursday' })).toBeChecked()
  await expect(voted.getByRole('toolbar')).toHaveCount(0)
})
