import type { Db } from '../../service/db/schema.ts'
import { type ReadyDocument, readyDocument } from '../../service/db/storeDocument.ts'
import type { SeededPeople } from '../fillPeople.ts'
import { insertFiles, type NewEntry } from '../insertFiles.ts'
import { faultFolderIds, faultFolders } from './faults.ts'

/** The folder of strangeNames, and its first entry. */
export const strangeFolder = { id: 9320, first: 9421 } as const

type Options = { people: SeededPeople; at: string }

/**
 * In a class of their own: the folders in which writes go wrong, each with a file that says how, and one of names that
 * nobody should choose. Jana Albrecht, Omar Ruiz and ten pupils of 8b are in the class.
 */
export async function fillFaultFolders(db: Db, { people, at }: Options): Promise<void> {
  const { courseId } = faultFolderIds
  const userId = await addFaultMembers(db, { courseId, people, at })
  const entry = (id: number, parentId: number | null, name: string, document?: ReadyDocument): NewEntry => ({
    id,
    courseId,
    parentId,
    name,
    userId,
    at,
    ...(document && { document }),
  })
  await insertFiles(db, [
    entry(faultFolderIds.parent, null, 'Faults'),
    ...faultFolders.map(({ id, name }) => entry(id, faultFolderIds.parent, name)),
    entry(strangeFolder.id, faultFolderIds.parent, 'Strange names'),
  ])
  await insertFiles(
    db,
    await Promise.all(
      strangeNames.map(async ({ trick, name, isFolder }, index) => {
        const id = strangeFolder.first + index
        return entry(id, strangeFolder.id, name, isFolder ? undefined : await said(`The name: ${trick}.\n`))
      }),
    ),
  )
  await insertFiles(
    db,
    await Promise.all(
      faultFolders.map(async ({ id, says }, index) =>
        entry(
          strangeFolder.first + strangeNames.length + index,
          id,
          'what happens here.txt',
          await said(`In this folder: ${says}.\n`),
        ),
      ),
    ),
  )
}

const said = (text: string) => readyDocument({ name: 'said.txt', bytes: new TextEncoder().encode(text) })

/** A name that is shown as text, opened and saved under a safe name, and never obeyed (cases 14, 19). */
type StrangeName = { trick: string; name: string; isFolder?: true }

/** Names of a class's files, as a service sends them that takes any; what is in each is its trick. */
export const strangeNames: readonly StrangeName[] = [
  { trick: 'a name of 5,000 characters', name: `${'long '.repeat(999)}.txt` },
  { trick: '5,000 characters without a break', name: `${'x'.repeat(4996)}.txt` },
  { trick: 'slashes', name: 'notes/of/2026.txt' },
  { trick: 'backslashes', name: 'C:\\notes\\2026.txt' },
  { trick: 'a path upwards', name: '../../../etc/passwd' },
  { trick: 'two dots', name: '..' },
  { trick: 'one dot', name: '.' },
  { trick: 'no name', name: '' },
  { trick: 'only spaces', name: '   ' },
  { trick: 'only spaces nobody sees', name: '\u00a0\u200b\u2003' },
  { trick: 'spaces around', name: ' spaces around .txt ' },
  { trick: 'right-to-left override', name: 'homework\u202egpj.exe' },
  { trick: 'isolates that are never closed', name: '\u2067\u2067sheet\u2067.txt' },
  { trick: 'control characters', name: 'a\r\nSet-Cookie: hacked=1\u0007\u009b.txt' },
  { trick: 'a device of Windows', name: 'CON.txt' },
  { trick: 'another device of Windows', name: 'lpt1' },
  { trick: 'a dot at the end', name: 'sheet.pdf.' },
  { trick: 'what no file of Windows is called', name: 'a<b>c:d"e|f?g*h.txt' },
  { trick: 'markup', name: '<img src=x onerror="window.hacked=true">.txt' },
  { trick: 'an address', name: 'javascript:window.hacked=true' },
  { trick: 'a formula', name: '=HYPERLINK("https://evil.example").csv' },
  { trick: 'percent signs', name: '%2e%2e%2f%00.txt' },
  { trick: 'a name of Object', name: '__proto__' },
  { trick: 'small letters', name: 'report.txt' },
  { trick: 'the same in capitals', name: 'REPORT.TXT' },
  { trick: 'the same once more', name: 'report.txt' },
  { trick: 'a letter of one character', name: 'caf\u00e9.txt' },
  { trick: 'the same letter of two', name: 'cafe\u0301.txt' },
  { trick: 'numbers that sort as numbers', name: 'sheet 10.txt' },
  { trick: 'a smaller number', name: 'sheet 9.txt' },
  { trick: 'marks piled up', name: `Z${'\u0351\u0357\u0352'.repeat(60)}.txt` },
  {
    trick: 'pictures for letters',
    name: '\u{1f469}\u200d\u{1f469}\u200d\u{1f467}\u{1f3f3}\ufe0f\u200d\u{1f308}.txt',
  },
  { trick: 'no ending', name: 'README' },
  { trick: 'only an ending', name: '.htaccess' },
  { trick: 'a folder with the name of a file', name: 'report.txt', isFolder: true },
  { trick: 'a folder that looks like the way up', name: '..', isFolder: true },
  { trick: 'a folder without a name', name: '', isFolder: true },
]

/** The class of faults.ts in whose files no tree can be seen, and the numbers of what is in it. */
export const tangledFiles = {
  courseId: 9101,
  elsewhere: 9100,
  loopA: 9330,
  loopB: 9331,
  inLoop: 9332,
  inItself: 9333,
  withinItself: 9334,
  orphan: 9335,
  orphanFolder: 9336,
  inOrphanFolder: 9337,
  parentOfOrphans: 9338,
  aFile: 9339,
  childOfFile: 9340,
  folderInFile: 9341,
  inFolderInFile: 9342,
  deep: 9350,
  deepest: 9413,
} as const

const { loopA, loopB, deep, deepest } = tangledFiles

/**
 * Files as they should not be, but as rows with bytes in them, so that they can be opened and saved (cases 19): a circle
 * of folders, a folder in itself, entries whose folder is in another class, entries in a file, and 64 folders each in the
 * one before. Jana Albrecht, Omar Ruiz and ten pupils of 8b are in the class.
 */
export async function fillTangledFiles(
  db: Db,
  { people, at }: { people: SeededPeople; at: string },
): Promise<void> {
  const { courseId } = tangledFiles
  const userId = await addFaultMembers(db, { courseId, people, at })
  const document = await readyDocument({
    name: 'found.txt',
    bytes: new TextEncoder().encode('You found me all the same.\n'),
  })
  const entry = { courseId, userId, at, parentId: null }
  const folder = (id: number, name: string, parentId: number | null = null): NewEntry => ({
    ...entry,
    id,
    name,
    parentId,
  })
  const file = (id: number, name: string, parentId: number | null = null): NewEntry => ({
    ...folder(id, name, parentId),
    document,
  })
  const ids = tangledFiles
  await insertFiles(db, [
    // In another class: whose files are in it are orphans here.
    { ...folder(ids.parentOfOrphans, 'Parent of orphans'), courseId: ids.elsewhere },
    folder(loopA, 'Loop A'),
    folder(loopB, 'Loop B', loopA),
    file(ids.inLoop, 'in-a-loop.txt', loopB),
    folder(ids.inItself, 'In itself'),
    file(ids.withinItself, 'within-itself.txt', ids.inItself),
    file(ids.orphan, 'orphan.txt', ids.parentOfOrphans),
    folder(ids.orphanFolder, 'Orphan folder', ids.parentOfOrphans),
    file(ids.inOrphanFolder, 'in-an-orphan-folder.txt', ids.orphanFolder),
    file(ids.aFile, 'a-file.txt'),
    file(ids.childOfFile, 'child-of-a-file.txt', ids.aFile),
    folder(ids.folderInFile, 'Folder in a file', ids.aFile),
    file(ids.inFolderInFile, 'in-a-folder-in-a-file.txt', ids.folderInFile),
    ...Array.from({ length: deepest - deep }, (_, index) =>
      folder(deep + index, `Folder ${index + 1}`, index === 0 ? null : deep + index - 1),
    ),
    file(deepest, 'deepest.txt', deepest - 1),
  ])
  await db.updateTable('files').set({ parent_id: loopB }).where('id', '=', loopA).execute()
  await db.updateTable('files').set({ parent_id: ids.inItself }).where('id', '=', ids.inItself).execute()
}

/**
 * Jana Albrecht, Omar Ruiz and ten pupils of 8b come into a class of faults.ts; answers Jana Albrecht's number.
 * `at` as stored.
 */
async function addFaultMembers(
  db: Db,
  { courseId, people, at }: { courseId: number; people: SeededPeople; at: string },
): Promise<number> {
  const userId = people.teachers.get('Albrecht') ?? 0
  const members = [userId, people.teachers.get('Ruiz') ?? 0, ...(people.pupils.get('8b') ?? []).slice(0, 10)]
  const dates = { joined_at: at, changed_at: at, is_pending: 0, is_accepted: 1 } as const
  await db
    .insertInto('memberships')
    .values(members.map(user_id => ({ course_id: courseId, user_id, ...dates })))
    .execute()
  return userId
}
