import { expect, it } from 'vitest'
import { kindOf } from './entryKind.ts'

const of = (name: string, content_type: string) =>
  // Nothing else of a document says what kind it is.
  kindOf({ name, document: { content_type } as NonNullable<Parameters<typeof kindOf>[0]['document']> })

it('takes a file for what its ending says, known or not, and for its type where it has none', () => {
  expect(of('notes.xyz', 'text/html')).toEqual({ kind: 'other', end: 'XYZ' })
  expect(of('photo.PNG', 'text/plain')).toEqual({ kind: 'image', end: 'PNG' })
  expect(of('photo', 'image/png')).toEqual({ kind: 'image', end: '' })
  expect(of('scan', 'application/pdf')).toEqual({ kind: 'pdf', end: '' })
})
