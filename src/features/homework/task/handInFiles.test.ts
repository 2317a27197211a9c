import { describe, expect, it } from 'vitest'
import { getFileToSend, type HandInFile, movePage, toNameOfType } from './handInFiles.ts'

const photo = (id: string): HandInFile => ({ id, name: `${id}.jpg`, type: 'image/jpeg', size: 3 })
const notes: HandInFile = { id: 'notes', name: 'notes.txt', type: 'text/plain', size: 3 }

describe('movePage', () => {
  const files = [photo('a'), notes, photo('b'), photo('c')]
  it.each([
    { id: 'b', places: -1, order: 'b a c notes' },
    { id: 'a', places: 2, order: 'b c a notes' },
    { id: 'a', places: -1, order: 'a b c notes' },
    { id: 'c', places: 5, order: 'a b c notes' },
  ])('moves $id by $places', ({ id, places, order }) => {
    expect(
      movePage(files, id, places)
        .map(file => file.id)
        .join(' '),
    ).toBe(order)
  })

  it('keeps the order if the page was removed', () => {
    expect(movePage(files, 'removed', 1)).toEqual(files)
  })
})

it('sends the prepared photo unless the original is wanted', () => {
  const size = { width: 3, height: 2 }
  const file = { id: 'small', name: 'a.jpg', type: 'image/jpeg', size: 1 }
  const prepared: HandInFile = { ...photo('a'), photo: { kind: 'prepared', file, size, originalSize: size } }
  expect(getFileToSend(prepared)).toBe(file)
  expect(getFileToSend(prepared, true)).toBe(prepared)
  expect(getFileToSend(notes)).toBe(notes)
})

it.each([
  ['IMG_1.HEIC', 'image/jpeg', 'IMG_1.jpg'],
  ['IMG_1.JPG', 'image/jpeg', 'IMG_1.JPG'],
  ['a.b.heif', 'image/jpeg', 'a.b.jpg'],
  ['photo', 'image/jpeg', 'photo.jpg'],
  ['photo.jpg', 'image/webp', 'photo.webp'],
  ['photo.PNG', 'image/png', 'photo.PNG'],
])('names the prepared version of %s: %s', (name, type, expected) => {
  expect(toNameOfType(name, type)).toBe(expected)
})
