import { expect, type Page } from '@playwright/test'
import { openChat } from '../support/chat.ts'
import {
  correctionText,
  expectDraftSaved,
  openPupilHeading,
  pointsField,
  returnNextButton,
} from '../support/desk.ts'
import { sampleAddresses } from '../support/screens/manifestScreens.ts'

export type Place = {
  path: string
  /** Has no effect if an earlier step removed the needed element. */
  begin?: (page: Page) => Promise<void>
}

/** Does nothing if an earlier step removed the element. */
const clickIfPresent = (page: Page, locator: (page: Page) => ReturnType<Page['locator']>) =>
  locator(page)
    .click({ timeout: 1500 })
    .catch(() => undefined)

const selectSome = async (page: Page) => {
  for (const index of [0, 1])
    await clickIfPresent(page, each => each.locator('[data-entry]').getByRole('checkbox').nth(index))
}
const openPhrases = (page: Page) =>
  clickIfPresent(page, each => each.getByRole('button', { name: /^(?:Phrases|Textbausteine)/ }))
const openLesson = (page: Page) => clickIfPresent(page, each => each.locator('[data-lesson]').first())

export const teacherPlaces: readonly Place[] = [
  ...sampleAddresses.map(path => ({ path })),
  { path: '/classes/1/timetable', begin: openLesson },
  { path: '/classes/1/timetable?view=day' },
  { path: '/classes/1/timetable?view=day', begin: openLesson },
  { path: '/classes/2/timetable' },
  { path: '/classes/1/homework/7/change' },
  { path: '/classes/1/homework/6' },
  { path: '/classes/1/homework/2/submissions', begin: openPhrases },
  { path: '/classes/1/homework/1/submissions', begin: openPhrases },
  { path: '/classes/1/homework/1/submissions' },
  { path: '/classes/1/files', begin: selectSome },
  { path: '/classes/1/files/3', begin: selectSome },
  { path: '/classes/1/files/3?view=tiles' },
  { path: '/classes/1/files/3?file=24' },
  { path: '/classes/1/access?person=user.2' },
  { path: '/classes/1/access?view=items&item=todo_id.1' },
  { path: '/classes/1/homework?access=todo_id.1' },
  { path: '/chats/1' },
  { path: '/chats/4' },
  { path: '/nowhere' },
]

export const pupilPlaces: readonly Place[] = [
  { path: '/classes/1/timetable', begin: openLesson },
  { path: '/classes/1/timetable?view=day' },
  { path: '/classes/1/homework' },
  { path: '/classes/1/homework/1' },
  { path: '/classes/1/homework/5' },
  { path: '/classes/1/homework/7' },
  { path: '/classes/1/files', begin: selectSome },
  { path: '/classes/1/files/3?file=24' },
  { path: '/classes/1/subjects/1' },
  { path: '/chats' },
  { path: '/chats/1' },
  { path: '/chats/4' },
  { path: '/chats/new' },
  { path: '/settings/tokens' },
]

/** Prepares returned sentences, which become phrases, and drafts. */
export async function prepareTeacherData(page: Page): Promise<void> {
  // This is the first request to the demo's school, which starts slowly on a busy machine.
  await page.goto('/classes/1/homework/1/submissions')
  await expect(openPupilHeading(page)).toBeVisible()
  for (const text of [
    'Well done! Number 5 is unclear. Show your working.',
    'Read the task again. Nearly right.',
  ]) {
    const name = (await openPupilHeading(page).textContent()) ?? ''
    await correctionText(page).fill(text)
    await pointsField(page).fill('12,5')
    await returnNextButton(page).click()
    await expect(openPupilHeading(page)).not.toHaveText(name)
  }
  await correctionText(page).fill('A draft of what is said to this pupil.')
  await expectDraftSaved(page)
  await openChat(page, 2)
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('A draft of a message')
}
