import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from './fixtures.ts'
import { button, byLabel, byRole, link } from './targets.ts'

const schoolFiles = join(import.meta.dirname, '../../src/school/files')

test('upload and preview', async ({ app, enterAs }) => {
  await enterAs('albrecht', '/classes/1/files')
  const files = ['sheet-of-many.pdf', 'pike.jpg'].map(name => join(schoolFiles, name))
  await app.addFiles(byLabel('Choose files to upload'), files)
  // The list of uploads closes itself. The click waits while it covers the files.
  await app.expectVisible(link('sheet-of-many.pdf'))
  await app.expectVisible(link('pike.jpg'))
  await app.click(link('sheet-of-many.pdf'))
  await app.expectVisible(byRole('img', /^Page 1 of /))
  await app.click(button('Close the preview'))
  await app.click(link('pike.jpg'))
  await app.expectVisible(byRole('img', 'pike.jpg'))
})

test('download', async ({ app, enterAs }) => {
  await enterAs('albrecht', '/classes/1/files/3')
  await app.click(button('Actions for “fraction-wall.png”'))
  await app.click(byRole('menuitem', 'Download'))
  await app.expectDownload('fraction-wall.png', readFileSync(join(schoolFiles, 'fraction-wall.png')))
})
