import type { ClassFaultKind } from './faults.ts'
import { accessIds, hostileText } from './faultyAccess.ts'

/**
 * Files as the classes of faults.ts show them, numbered from 901. What rows of the store can be stands in the store
 * instead, with bytes in it: `strangeNames` and `fillTangledFiles` of fillFaultFolders.ts.
 */
export function faultyFiles(kind: ClassFaultKind | 'fine'): unknown[] {
  switch (kind) {
    case 'loose':
      return loose
    case 'broken':
      return broken
    case 'hostile':
      return hostile
    case 'access':
      return [folder(accessIds.folder, 'A folder'), file(accessIds.file, 'a-file.txt', accessIds.folder)]
    case 'large':
      return [
        folder(901, 'Large'),
        ...Array.from({ length: 5000 }, (_, index) => file(902 + index, `file ${index}.pdf`, 901)),
      ]
    default:
      return [folder(901, 'Folder'), file(902, 'file.txt', 901), file(903, 'at the top.pdf')]
  }
}

const created_at = '2026-11-02 12:10:00'

const folder = (id: number, name: string, parent: number | null = null) => ({
  id,
  name,
  is_dir: true,
  parent_id: parent === null ? null : String(parent),
  created_at,
  document: null,
  can_write: true,
})

const file = (id: number, name: string, parent: number | null = null) => ({
  ...folder(id, name, parent),
  is_dir: false,
  document: document(id, name),
})

const document = (id: number, name: string): Record<string, unknown> => ({
  id,
  hash: '0'.repeat(64),
  sha1_checksum: '0'.repeat(40),
  name,
  content_type: 'text/plain',
  size: 1200,
  related_to: `file.${id}`,
  uploaded: '2026-11-02T12:10:00+01:00',
  url: '',
  preview_url: null,
  download_url: '',
  can_delete: true,
  human_size: '1.2 KB',
})

/** Odd, but readable, every one of them (cases 18). */
const loose: unknown[] = [
  folder(901, 'Folder'),
  { ...file(902, 'parent as a number.txt'), parent_id: 901 },
  { ...file(903, 'parent as text.txt'), parent_id: '901' },
  { ...file(904, 'parent null.txt'), parent_id: null },
  { ...file(905, 'parent 0.txt'), parent_id: 0 },
  { ...file(906, 'parent 0 as text.txt'), parent_id: '0' },
  { ...file(907, 'parent empty.txt'), parent_id: '' },
  { ...file(908, 'no parent at all.txt'), parent_id: undefined },
  { ...file(909, 'made in ISO 8601.txt'), created_at: '2026-11-02T12:10:00+01:00' },
  { ...file(910, 'made on a day.txt'), created_at: '2026-11-02' },
  { ...file(911, 'not uploaded yet.txt'), document: null },
  { ...file(912, 'its document knows only what it must.txt'), document: { id: 912, name: 'x.txt' } },
  { ...file(913, 'of other types.txt'), document: { ...document(913, 'x.txt'), size: '12', hash: null } },
  { ...file(914, 'no size.txt'), document: { ...document(914, 'x.txt'), size: -1, uploaded: 'soon' } },
  { ...folder(915, 'A folder with a document'), document: document(915, 'x.txt') },
  { ...file(916, 'a field nobody knows.txt'), unheard_of: { deep: [1, 2, 3] } },
]

/**
 * Seven entries that can't be read, the rest can (cases 19): twice the same id, circles, orphans, what is in a file, and
 * parents that are none.
 */
const broken: unknown[] = [
  folder(901, 'Readable'),
  file(902, 'readable.txt', 901),
  { ...file(902, 'the same id again.txt', 901) },
  { ...folder(902, 'The same id, as a folder') },
  { ...file(903, 'no id.txt'), id: undefined },
  { ...file(903, 'id as text.txt'), id: '903' },
  { ...file(903, 'a negative id.txt'), id: -3 },
  { ...file(904, 'name'), name: 7 },
  { ...file(905, 'is_dir.txt'), is_dir: 'no' },
  { ...file(906, 'created_at.txt'), created_at: 'soon' },
  null,
  { ...file(908, 'parent is a list.txt'), parent_id: [901] },
  { ...file(909, 'parent is negative.txt'), parent_id: -901 },
  { ...file(910, 'parent is a word.txt'), parent_id: 'Readable' },
  file(911, 'orphan.txt', 999_999),
  folder(912, 'Circle A', 914),
  folder(913, 'Circle B', 912),
  folder(914, 'Circle C', 913),
  file(915, 'in the circle.txt', 913),
  folder(916, 'In itself', 916),
  file(917, 'in a folder in itself.txt', 916),
  file(918, 'in a file.txt', 902),
  folder(919, 'Readable too'),
]

const hostile: unknown[] = [
  folder(901, hostileText.name),
  file(902, 'homework\u202egpj.exe', 901),
  file(903, 'half \ud83d a character.txt'),
  file(904, `${'Z\u0351\u0357\u0352'.repeat(1250)}.txt`),
  {
    ...file(905, 'addresses.pdf'),
    document: {
      ...document(905, hostileText.name),
      content_type: 'text/html',
      url: hostileText.address,
      preview_url: 'https://evil.example/preview.png',
      download_url: 'https://evil.example/download',
      human_size: '<b>1 KB</b>',
    },
  },
  {
    ...file(906, 'data.png'),
    document: {
      ...document(906, 'data.png'),
      content_type: 'image/svg+xml',
      preview_url: 'data:image/svg+xml,<svg onload="window.hacked=true"/>',
      download_url: 'data:text/html,<script>window.hacked=true</script>',
    },
  },
  file(907, '../../../etc/passwd'),
  file(908, ''),
  file(909, 'NUL\u0000inside.txt'),
]
