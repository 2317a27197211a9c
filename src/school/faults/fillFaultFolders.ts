import type { Db } from '../../service/db/schema.ts'
import { type ReadyDocument, readyDocument } from '../../service/db/storeDocument.ts'
import { faultFolderIds, faultFolders } from '../../service/faults/faultFolders.ts'
import { insertFiles, type NewEntry } from '../files/insertFiles.ts'
import type { SeededPeople } from '../fillPeople.ts'
import { addFaultMembers } from './addFaultMembers.ts'

/** The folder of `strangeNames`, and the first entry in it. */
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
  await db
    .insertInto('file_faults')
    .values(faultFolders.map(({ id, kind, value }) => ({ file_id: id, kind, value })))
    .execute()
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
