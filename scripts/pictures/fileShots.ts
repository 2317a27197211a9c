import type { Page } from '@playwright/test'
import { faultFolderIds, faultFolders } from '../../src/school/faults/faults.ts'
import { followTo } from '../followTo.ts'
import { dialog, type Shot, settled, titled } from './Shot.ts'

/** A folder of 8b, with the file that is in the preview drawn. */
const folder =
  (folderId: number, fileId?: number, view = '', courseId = 1) =>
  async (page: Page) => {
    await followTo(
      page,
      `/classes/${courseId}/files/${folderId}?${fileId === undefined ? '' : `file=${fileId}&`}${view}`,
    )
    await page.locator('main [role="grid"]').first().waitFor()
    await settled(page)
  }
/** A folder of the class that only schools with faults have. */
const faulty = (folderId: number) => folder(folderId, undefined, '', faultFolderIds.courseId)
/** Maths > Fractions, and in it the picture of look/files. */
const [fractions, fractionWall] = [3, 24]
/** The same with three of its files selected. On a phone, where the preview lies over the list, without it. */
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
  await settled(page)
}
/** The panel at the foot of the list: one that fails, one on its way, and one that has arrived. */
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
  await settled(page)
  await pick(faultFolder('Slow'), 'board-18-november.jpg', 90_000)
}
const faultFolder = (name: string) => faultFolders.find(each => each.name === name)?.id ?? 0
/** The access to something, over the page it belongs to. */
const access = (path: string) => async (page: Page) => {
  await followTo(page, path)
  await dialog(page)
  await page.getByRole('dialog').locator('li').first().waitFor()
  await settled(page)
}
/** Who would leave is its only admin. */
const lastAdmin = async (page: Page) => {
  await access('/classes/1/homework?access=todo_id.1')(page)
  await page
    .getByRole('button', { name: /^(?:Remove yourself|Dich selbst)/ })
    .first()
    .click()
  await page.getByRole('alertdialog').or(page.getByRole('dialog').nth(1)).first().waitFor()
  await settled(page)
}
/** Everything is loaded: the line under the filter says no more how far it is. */
const matrix = (path: string) => async (page: Page) => {
  await followTo(page, path)
  await page.locator('main [role="grid"], main button[aria-expanded]').first().waitFor()
  await page.getByText(/(?:items? loaded|Inhalte? geladen)$/).waitFor({ state: 'attached' })
}
const forTeachers = async (page: Page) => {
  await followTo(page, '/classes/1/access')
  await page.getByRole('heading', { name: 'This page is for teachers' }).waitFor()
}
/** A tab in German beside the one in English. */
const inBoth = (shot: Shot, take = shot.take): Shot[] => [
  shot,
  { ...shot, name: `${shot.name}-german`, language: 'de', take },
]

/** The screens of files and access: ids are those of a new seed school. Maths is the subject 1. */
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
  ...inBoth({ name: 'matrix', login: 'albrecht', take: matrix('/classes/1/access') }),
  { name: 'matrix-chats', login: 'albrecht', take: matrix('/classes/1/access?kind=chat') },
  { name: 'matrix-of-a-pupil', login: 'sommer', take: forTeachers },
  ...inBoth({ name: 'subject', login: 'albrecht', take: titled('/classes/1/subjects/1', /Math/) }),
  { name: 'subject-of-a-pupil', login: 'sommer', take: titled('/classes/1/subjects/1', /Math/) },
]
