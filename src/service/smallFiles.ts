import type { Db } from './store/schema.ts'
import { readyDocument, storeDocument } from './storeDocument.ts'

/**
 * Files of the small school, a folder with a file in each class. Albrecht administers that of 8b and Sommer was given read
 * access to it; `sheet` in it has no grants of its own. Kern administers that of 10a.
 */
export const smallFiles = {
  folder: 1,
  sheet: 2,
  otherFolder: 3,
  otherSheet: 4,
  documents: { sheet: 5, otherSheet: 6 },
} as const

/** Adds them to the small school. */
export async function fillSmallFiles(
  db: Db,
  { now, people }: { now: number; people: Record<'albrecht' | 'kern' | 'sommer', number> },
): Promise<void> {
  const at = new Date(now).toISOString()
  const { folder, sheet, otherFolder, otherSheet } = smallFiles
  for (const [id, course_id, parent_id, name] of [
    [folder, 1, null, 'Worksheets'],
    [sheet, 1, folder, 'sheet.txt'],
    [otherFolder, 2, null, 'Other'],
    [otherSheet, 2, otherFolder, 'other.txt'],
  ] as const) {
    const made = { created_at: at, created_by_user_id: null }
    await db
      .insertInto('files')
      .values({ id, course_id, parent_id, name, is_dir: name.includes('.') ? 0 : 1, ...made })
      .execute()
  }
  for (const [resource_id, user_id, all] of [
    [folder, people.albrecht, 1],
    [folder, people.sommer, 0],
    [otherFolder, people.kern, 1],
  ] as const) {
    const given = { given_by_user_id: null, given_at: at, resource_field: 'file_id' }
    await db
      .insertInto('permissions')
      .values({ resource_id, user_id, is_write: all, is_admin: all, ...given })
      .execute()
  }
  for (const fileId of [sheet, otherSheet]) {
    const ready = await readyDocument({
      name: 'sheet.txt',
      bytes: new TextEncoder().encode(`Version 1 of ${fileId}`),
    })
    const how = { relation: { kind: 'file', fileId }, uploadedAt: now, userId: people.albrecht } as const
    await storeDocument(db, ready, how)
  }
}
