import { expect, it } from 'vitest'
import { getEntryKind } from './entryKind.ts'

const getKind = (name: string, content_type: string) =>
  // The only property that getEntryKind reads.
  getEntryKind({
    name,
    document: { content_type } as NonNullable<Parameters<typeof getEntryKind>[0]['document']>,
  })

it('determines the kind by extension, otherwise by type', () => {
  expect(getKind('notes.xyz', 'text/html')).toEqual({ kind: 'other', extension: 'XYZ' })
  expect(getKind('photo.PNG', 'text/plain')).toEqual({ kind: 'image', extension: 'PNG' })
  expect(getKind('photo', 'image/png')).toEqual({ kind: 'image', extension: '' })
  expect(getKind('scan', 'application/pdf')).toEqual({ kind: 'pdf', extension: '' })
})
