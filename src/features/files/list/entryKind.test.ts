import { expect, it } from 'vitest'
import { kindOf } from './entryKind.ts'

const of = (name: string, content_type: string) =>
  // kindOf reads no other property of a document.
  kindOf({ name, document: { content_type } as NonNullable<Parameters<typeof kindOf>[0]['document']> })

it('determines the kind from the extension, also an unknown one, otherwise from the type', () => {
  expect(of('notes.xyz', 'text/html')).toEqual({ kind: 'other', end: 'XYZ' })
  expect(of('photo.PNG', 'text/plain')).toEqual({ kind: 'image', end: 'PNG' })
  expect(of('photo', 'image/png')).toEqual({ kind: 'image', end: '' })
  expect(of('scan', 'application/pdf')).toEqual({ kind: 'pdf', end: '' })
})
