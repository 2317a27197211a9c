import { expect, type Page } from '@playwright/test'
import { browserArguments } from '../../scripts/browser.ts'
import { expectAccessible } from '../support/accessible.ts'
import { correctionText, enterAtDesk, openPupil, passUndoTime, returnNextButton } from '../support/desk.ts'
import { advanceClocks, test } from '../support/fixtures.ts'
import { enterAs } from '../support/signInAs.ts'

test.use({
  launchOptions: {
    ...(process.env.CHROME_PATH !== undefined && { executablePath: process.env.CHROME_PATH }),
    // Chromium's fake microphone beeps once a second. It is allowed without a question.
    args: [...browserArguments, '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
  },
})

const mika = 13
const recordButton = (page: Page) => page.getByRole('button', { name: 'Record voice' })
const stopButton = (page: Page) => page.getByRole('button', { name: 'Stop recording' })
/** With the day and the time of the recording. */
const fileName = /^Voice feedback \d{1,2} \w+ \d{4} \d\d\.\d\d\.\d\d\.webm$/
const player = (page: Page) => page.locator('audio').and(page.getByLabel(fileName))
const removeButtons = (page: Page) => page.getByRole('button', { name: /^Remove Voice feedback/ })

/** Plays the sound from its beginning. */
async function expectPlayable(page: Page): Promise<void> {
  const audio = player(page)
  const duration = () => audio.evaluate((element: HTMLAudioElement) => element.duration)
  await expect.poll(duration, 'the length of the recording').toBeLessThan(60)
  expect(await duration()).toBeGreaterThan(0)
  await audio.evaluate((element: HTMLAudioElement) => {
    element.muted = true
    return element.play()
  })
  await expect
    .poll(() => audio.evaluate((element: HTMLAudioElement) => element.currentTime))
    .toBeGreaterThan(0)
  await audio.evaluate((element: HTMLAudioElement) => element.pause())
}

const expectRecorded = (page: Page, seconds: number) =>
  expect(page.getByRole('timer')).toHaveText(new RegExp(`^0:0[${seconds}-9]`))

test('a pupil hears the recorded feedback', async ({ page, context, host, node, openBrowser }) => {
  await enterAtDesk(page, 1, 1, mika)
  await test.step('the teacher records, listens and deletes', async () => {
    await recordButton(page).press('Enter')
    await expectRecorded(page, 2)
    await expectAccessible(page, 'a recording')
    await stopButton(page).press('Enter')
    await expectPlayable(page)
    await expectAccessible(page, 'a recorded file')
    await recordButton(page).click()
    await expectRecorded(page, 1)
    await stopButton(page).click()
    await expect(player(page)).toHaveCount(2)
    const names = await player(page).evaluateAll(players => players.map(({ ariaLabel }) => ariaLabel))
    expect(new Set(names).size, 'different names').toBe(2)
    await removeButtons(page).last().click()
    await expect(player(page)).toHaveCount(1)
  })
  await test.step('leaving stops a recording and keeps it', async () => {
    await removeButtons(page).click()
    await recordButton(page).click()
    await expectRecorded(page, 1)
    await openPupil(page, 'Aiko Tanaka')
    await expect(player(page)).toHaveCount(0)
    await page.goBack()
    await expectPlayable(page)
    await page.reload()
    await expectPlayable(page)
  })
  await test.step('a recording stops after five minutes', async () => {
    await removeButtons(page).click()
    await recordButton(page).click()
    await expectRecorded(page, 1)
    await advanceClocks(context, host, 300_000)
    await expect(page.getByRole('alert')).toHaveText(/^The recording stopped after 5 minutes/)
    await expect(player(page)).toBeVisible()
  })
  await test.step('the teacher returns it', async () => {
    await correctionText(page).fill('Listen to this.')
    await returnNextButton(page).click()
    await passUndoTime(page, host)
    const uploaded = () =>
      node.withSchool(database =>
        database
          .prepare('select name from documents where related_to = ?')
          .all(`todo.1.user.${mika}.correction`)
          .map(row => row.name),
      )
    await expect.poll(uploaded).toEqual([expect.stringMatching(fileName)])
  })
  await test.step('the pupil plays it', async () => {
    const pupilPage = await (await openBrowser()).newPage()
    await enterAs(pupilPage, 'sommer', '/classes/1/homework/1')
    await pupilPage
      .getByRole('button', { name: /Voice feedback/ })
      .first()
      .click()
    await expectPlayable(pupilPage)
  })
})

test('the form explains that the microphone may not be used', async ({ page }) => {
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('refused', 'NotAllowedError'))
  })
  await enterAtDesk(page, 1, 1, mika)
  await recordButton(page).click()
  await expect(page.getByRole('alert')).toHaveText(/^Staffroom may not use the microphone\. Allow it/)
  await expect(recordButton(page)).toBeFocused()
})
