import type { Page } from '@playwright/test'
import { faultFolderIds, faultFolders } from '../../src/testing/faults/faults.ts'
import { followTo } from '../followTo.ts'
import { dialog, type Shot, titled, waitUntilIdle } from './Shot.ts'

const folder =
  (folderId: number, fileId?: number, view = '', courseId = 1) =>
  async (page: Page) => {
    await followTo(
      page,
      `/classes/${courseId}/files/${folderId}?${fileId === undefined ? '' : `file=${fileId}&`}${view}`,
    )
    await page.locator('main [role="grid"]').first().waitFor()
    await waitUntilIdle(page)
  }
/** A folder that exists only in schools with faults. */
const faulty = (folderId: number) => folder(folderId, undefined, '', faultFolderIds.courseId)
const [fractions, fractionWall] = [3, 24]
/** Selects three files. On a phone the preview would cover the list, so it stays closed. */
const selected = async (page: Page) => {
  const isPhone = (page.viewportSize()?.width ?? 0) < 768
  await folder(fractions, isPhone ? undefined : fractionWall)(page)
  for (const name of [
    '(?:fraction-wall|bruchwand).png',
    '(?:fractions-p|brueche-s)42',
    '(?:fractions-p|brueche-s)44',
  ]) {
    await page.getByRole('checkbox', { name: new RegExp(name) }).check()
  }
  await waitUntilIdle(page)
}
/** Uploads three files, with the states failed, in flight and uploaded. */
const uploading = async (page: Page) => {
  const pick = async (folderId: number, name: string, size: number) => {
    await (folderId === fractions ? folder(folderId) : faulty(folderId))(page)
    const buffer = Buffer.alloc(size, 'x')
    await page
      .locator('input[type="file"][multiple]')
      .first()
      .setInputFiles([{ name, mimeType: 'text/plain', buffer }])
    // On phones the panel may show its first line only.
    await page
      .getByText(/uploaded|hochgeladen/)
      .filter({ visible: true })
      .first()
      .waitFor()
  }
  await pick(faultFolder('Storage full'), 'lever-experiment.mp4', 60_000)
  await page
    .getByText(/needs your attention|zu klären/)
    .filter({ visible: true })
    .first()
    .waitFor()
  await pick(fractions, 'test-3.pdf', 20_000)
  await waitUntilIdle(page)
  await pick(faultFolder('Slow'), 'board-18-november.jpg', 90_000)
}
const faultFolder = (name: string) => faultFolders.find(each => each.name === name)?.id ?? 0
const access = (path: string) => async (page: Page) => {
  await followTo(page, path)
  await dialog(page)
  await page.getByRole('dialog').locator('li').first().waitFor()
  await waitUntilIdle(page)
}
/** The confirmation before the only admin removes themselves. */
const lastAdmin = async (page: Page) => {
  await access('/classes/1/homework?access=todo_id.1')(page)
  await page
    .getByRole('button', { name: /^(?:Remove yourself|Dich selbst)/ })
    .first()
    .click()
  await page.getByRole('alertdialog').or(page.getByRole('dialog').nth(1)).first().waitFor()
  await waitUntilIdle(page)
}
const classAccess = (query: string) => async (page: Page) => {
  await followTo(page, `/classes/1/access${query}`)
  await page.locator('main aside a').first().or(page.locator('main [role="group"]').first()).first().waitFor()
  await waitUntilIdle(page)
}
const forTeachers = async (page: Page) => {
  await followTo(page, '/classes/1/access')
  await page.getByRole('heading', { name: 'This page is for teachers' }).waitFor()
}
const inBoth = (shot: Shot, take = shot.take): Shot[] => [
  shot,
  { ...shot, name: `${shot.name}-german`, language: 'de', take },
]

/** IDs are those of a new seed school. */
export const fileShots: Shot[] = [
  ...inBoth({ name: 'files', login: 'albrecht', take: selected }),
  { name: 'files-preview', login: 'albrecht', take: folder(fractions, fractionWall) },
  { name: 'files-top', login: 'albrecht', take: folder(0) },
  { name: 'files-tiles', login: 'albrecht', take: folder(fractions, undefined, 'view=tiles') },
  { name: 'files-of-a-pupil', login: 'sommer', take: folder(7) },
  { name: 'files-strange-names', login: 'albrecht', faults: true, take: faulty(9320) },
  {
    name: 'files-empty',
    login: 'kern',
    take: titled('/classes/4/files/0', /^Files$/),
  },
  { name: 'files-pdf', login: 'albrecht', take: folder(fractions, 25) },
  { name: 'files-audio', login: 'albrecht', take: folder(fractions, 28) },
  { name: 'files-video', login: 'albrecht', take: folder(6, 32) },
  ...inBoth({ name: 'uploads', login: 'albrecht', faults: true, take: uploading }),
  ...inBoth({ name: 'access', login: 'albrecht', take: access('/classes/1/homework?access=todo_id.1') }),
  { name: 'access-folder', login: 'albrecht', take: access('/classes/1/files/0?access=file_id.7') },
  ...inBoth({ name: 'access-last-admin', login: 'albrecht', take: lastAdmin }),
  ...inBoth({ name: 'access-person', login: 'albrecht', take: classAccess('?person=user.2') }),
  { name: 'access-people', login: 'albrecht', take: classAccess('') },
  { name: 'access-items', login: 'albrecht', take: classAccess('?view=items&item=todo_id.1') },
  { name: 'access-of-a-pupil', login: 'sommer', take: forTeachers },
  ...inBoth({ name: 'subject', login: 'albrecht', take: titled('/classes/1/subjects/1', /Math/) }),
  { name: 'subject-of-a-pupil', login: 'sommer', take: titled('/classes/1/subjects/1', /Math/) },
]
